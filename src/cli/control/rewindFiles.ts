import { isAbsolute } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { MessageId } from '../../contract/ids';
import type { RewoundFiles } from '../../protocol/agentSource';
import type { ControlResult } from '../../protocol/control';
import type { ControlClient } from './controlClient';

/**
 * Asks the CLI to restore the files that its edits changed since a message.
 * @throws UserError `rewind.unsupported`, `rewind.noCheckpoint`, `rewind.failed` with the CLI's error text
 */
export async function rewindFiles(
  client: ControlClient,
  messageId: MessageId,
  isDryRun: boolean,
): Promise<RewoundFiles> {
  const reply = await ask(client, messageId, isDryRun);
  // A dry run reports a refusal inside a success answer.
  if (reply.canRewind !== true) {
    throw refusal(reply.error ?? l10n.t('without a reason'));
  }
  const { filesChanged: files = [], insertions = 0, deletions = 0 } = reply;
  const odd = files.find(file => !isAbsolute(file));
  if (odd !== undefined) {
    throw refusal(l10n.t('it names a file without its folder: {0}', odd));
  }
  return { files, insertions, deletions };
}

async function ask(
  client: ControlClient,
  messageId: MessageId,
  isDryRun: boolean,
): Promise<ControlResult<'rewind_files'>> {
  try {
    return await client.request('rewind_files', {
      user_message_id: messageId,
      dry_run: isDryRun,
    });
  } catch (error) {
    if (!(error instanceof UserError)) {
      throw error;
    }
    if (error.code === 'cli.unsupported') {
      const message = l10n.t('This version of Claude Code cannot put files back.');
      throw new UserError('rewind.unsupported', message, { cause: error });
    }
    throw error.code === 'cli.refused' ? refusal(error.detail ?? error.message) : error;
  }
}

function refusal(reason: string): UserError {
  if (/no file checkpoint/i.test(reason)) {
    const message = l10n.t('Claude Code has kept no file versions from before this message.');
    return new UserError('rewind.noCheckpoint', message, { detail: reason });
  }
  return new UserError(
    'rewind.failed',
    l10n.t('Claude Code could not put the files back: {0}', reason),
  );
}
