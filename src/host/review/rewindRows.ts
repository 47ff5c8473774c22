import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { Conversation } from '../../contract/conversation';
import { filesText } from '../../contract/labels/filesText';
import { sentPrompts } from '../../transcript/sentPrompts';
import type { RewindTarget } from './rewindTargets';

interface RewindRow {
  readonly label: string;
  readonly detail: string;
  readonly target: RewindTarget;
}

/**
 * Describes the loaded messages to which the user can go back, newest first.
 * @param filesSince counts the files that were changed since a time
 * @throws UserError `rewind.noMessages` if the conversation has no message, not even one to be loaded
 */
export function rewindRows(
  conversation: Conversation,
  filesSince: (at: number) => number,
): RewindRow[] {
  const targets = sentPrompts(conversation).toReversed();
  if (targets.length === 0 && !conversation.hasEarlier) {
    throw new UserError('rewind.noMessages', l10n.t('There is no message to go back to yet.'));
  }
  return targets.map(target => ({
    label: firstLine(target.text) || l10n.t('(no text)'),
    detail: changedSince(filesSince(target.at)),
    target,
  }));
}

function changedSince(files: number): string {
  return files === 0
    ? l10n.t('no file changed since')
    : l10n.t('{0} changed since', filesText(files));
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, 100) ?? '';
}
