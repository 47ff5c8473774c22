import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import { onRow, onRows } from './rowCommand';
import { storedOf } from './sessionActions';
import type { SessionService } from './sessionService';

interface StoredCommandDeps {
  readonly sessions: SessionService;
}

/** Commands that change or show what Claude Code has stored of a conversation. */
export function storedCommands({ sessions }: StoredCommandDeps) {
  return {
    'tandem.sessions.rename': onRow(sessions, vscode.l10n.t('Rename Conversation'), (row, title) =>
      sessions.actions.rename(row, typeof title === 'string' ? title : undefined),
    ),
    'tandem.sessions.delete': onRows(
      sessions,
      vscode.l10n.t('Delete Conversation'),
      row => row.stored !== undefined || row.foreign !== undefined,
      (actions, rows) => actions.remove(rows),
    ),
    'tandem.sessions.restore': () => sessions.actions.restore(),
    'tandem.sessions.archive': onRows(
      sessions,
      vscode.l10n.t('Archive Conversation'),
      row => row.stored !== undefined && !row.isArchived,
      (actions, rows) => actions.setArchived(rows, true),
    ),
    'tandem.sessions.unarchive': onRows(
      sessions,
      vscode.l10n.t('Unarchive Conversation'),
      row => row.isArchived,
      (actions, rows) => actions.setArchived(rows, false),
    ),
    'tandem.sessions.copyId': onRow(sessions, vscode.l10n.t('Copy Conversation ID'), async row => {
      await vscode.env.clipboard.writeText(row.id);
    }),
    'tandem.sessions.revealFile': onRow(sessions, vscode.l10n.t('Reveal Transcript'), row =>
      revealFile(storedOf(row).path),
    ),
  } satisfies Partial<CommandTable>;
}

/** Reveals a file in the system's file manager. Remote and browser windows show its text. */
async function revealFile(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  const isFar = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  await (isFar
    ? vscode.window.showTextDocument(uri, { preview: true })
    : vscode.commands.executeCommand('revealFileInOS', uri));
}
