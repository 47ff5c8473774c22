import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isSessionId } from '../../contract/ids';
import { turnText } from '../../core/export/turnText';
import type { CommandTable } from '../commands/command';
import { type ActiveChat, activeChannel } from '../commands/targets';
import { nativeUi } from '../nativeText/nativeUi';
import type { SessionService } from '../sessions/sessionService';
import type { Exporter, ExportTarget } from './exporter';

interface ExportCommandDeps {
  readonly chats: ActiveChat;
  readonly exporter: Exporter;
  readonly sessions: SessionService;
  /** Folder for new conversations. */
  cwd(): string | undefined;
}

export function exportCommands(deps: ExportCommandDeps) {
  return {
    'tandem.chat.exportMarkdown': async (target, cwd) =>
      deps.exporter.markdown(await targetOf(deps, target, cwd)),
    'tandem.chat.exportJson': async (target, cwd) =>
      deps.exporter.json(await targetOf(deps, target, cwd)),
    'tandem.chat.copyTurn': async () => {
      await vscode.env.clipboard.writeText(await turnText(activeChannel(deps.chats)));
      nativeUi.setStatusBarMessage(vscode.l10n.t('The last turn was copied as Markdown.'), 5_000);
    },
  } satisfies Partial<CommandTable>;
}

/** Resolves a session given by id or row, or else the conversation in front. */
async function targetOf(
  deps: ExportCommandDeps,
  target: unknown,
  cwd: unknown,
): Promise<ExportTarget> {
  if (target === undefined) {
    const { cwd: folder, record } = activeChannel(deps.chats);
    return { cwd: folder, id: record.sessionId };
  }
  const row = await deps.sessions.known(target);
  const folder = typeof cwd === 'string' ? cwd : (row?.cwd ?? deps.cwd());
  const id = row?.id ?? target;
  if (!isSessionId(id) || folder === undefined) {
    throw new UserError('session.badId', vscode.l10n.t('A conversation ID must be a UUID.'));
  }
  return { cwd: folder, id, title: row?.title };
}
