import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isSessionId } from '../../contract/ids';
import type { Chats } from '../chat/chats';
import type { CommandTable } from '../commands/command';
import type { SettingKey, Settings } from '../contributed';
import { requireTrust } from '../trust';
import { type SessionActions, storedOf } from './sessionActions';
import type { SessionRow } from './sessionRow';
import type { SessionService } from './sessionService';

interface SessionCommandDeps {
  readonly chats: Chats;
  readonly sessions: SessionService;
}

export function sessionCommands({ chats, sessions }: SessionCommandDeps) {
  return {
    'tandem.sessions.open': target =>
      withOne(sessions, vscode.l10n.t('Open Conversation'), target, row =>
        sessions.actions.open(row),
      ),
    'tandem.sessions.openInTab': target =>
      withOne(sessions, vscode.l10n.t('Open in Tab'), target, row =>
        sessions.actions.open(row, 'tab'),
      ),
    'tandem.sessions.openInSideBar': target =>
      withOne(sessions, vscode.l10n.t('Open in Side Bar'), target, row =>
        sessions.actions.open(row, 'sideBar'),
      ),
    'tandem.sessions.openInNewWindow': target =>
      withOne(sessions, vscode.l10n.t('Open in New Window'), target, row =>
        sessions.transfer.openInNewWindow(row),
      ),
    'tandem.sessions.openInTerminal': target =>
      withOne(sessions, vscode.l10n.t('Open in Terminal'), target, row =>
        sessions.transfer.openInTerminal(row),
      ),
    'tandem.sessions.resume': async argument => {
      if (argument === undefined) {
        requireTrust();
        const row = await sessions.targets.pick(
          vscode.l10n.t('Resume a conversation'),
          one => !one.isArchived && sessions.isOfWorkspace(one),
          vscode.l10n.t('This folder has no stored conversation.'),
        );
        if (row) {
          await sessions.actions.open(row, 'front');
        }
        return;
      }
      if (!isSessionId(argument)) {
        throw new UserError('badSession', vscode.l10n.t('A session id is a UUID.'));
      }
      const known = await sessions.known(argument);
      await (known ? sessions.actions.open(known, 'front') : chats.openSession(argument));
    },
    'tandem.sessions.rename': (target, title) =>
      withOne(sessions, vscode.l10n.t('Rename Conversation'), target, row =>
        sessions.actions.rename(row, typeof title === 'string' ? title : undefined),
      ),
    'tandem.sessions.delete': ofRows(
      sessions,
      vscode.l10n.t('Delete Conversation'),
      row => row.stored !== undefined,
      (actions, rows) => actions.remove(rows),
    ),
    'tandem.sessions.restore': () => sessions.actions.restore(),
    'tandem.sessions.archive': ofRows(
      sessions,
      vscode.l10n.t('Archive Conversation'),
      row => row.stored !== undefined && !row.isArchived,
      (actions, rows) => actions.setArchived(rows, true),
    ),
    'tandem.sessions.unarchive': ofRows(
      sessions,
      vscode.l10n.t('Unarchive Conversation'),
      row => row.isArchived,
      (actions, rows) => actions.setArchived(rows, false),
    ),
    'tandem.sessions.pin': marking(sessions, vscode.l10n.t('Pin Conversation'), 'isPinned', true),
    'tandem.sessions.unpin': marking(
      sessions,
      vscode.l10n.t('Unpin Conversation'),
      'isPinned',
      false,
    ),
    'tandem.sessions.markUnread': marking(
      sessions,
      vscode.l10n.t('Mark as Unread'),
      'isUnread',
      true,
    ),
    'tandem.sessions.markRead': marking(sessions, vscode.l10n.t('Mark as Read'), 'isUnread', false),
    'tandem.sessions.copyId': target =>
      withOne(sessions, vscode.l10n.t('Copy Id'), target, async row => {
        await vscode.env.clipboard.writeText(row.id);
      }),
    'tandem.sessions.revealFile': target =>
      withOne(sessions, vscode.l10n.t('Reveal Transcript'), target, row =>
        revealFile(storedOf(row).path),
      ),
    'tandem.sessions.search': words => sessions.search(typeof words === 'string' ? words : ''),
    'tandem.sessions.report': () => sessions.showReport(),
    'tandem.sessions.refresh': () => sessions.list.refresh(),
    'tandem.sessions.groupByFolder': () => setOption('tandem.sessions.groupBy', 'folder'),
    'tandem.sessions.groupByTime': () => setOption('tandem.sessions.groupBy', 'time'),
    'tandem.sessions.showAllFolders': () => setOption('tandem.sessions.scope', 'all'),
    'tandem.sessions.showWorkspace': () => setOption('tandem.sessions.scope', 'workspace'),
  } satisfies Partial<CommandTable>;
}

async function withOne(
  sessions: SessionService,
  title: string,
  target: unknown,
  act: (row: SessionRow) => Promise<unknown>,
): Promise<void> {
  const row = await sessions.targets.one(title, target);
  if (row) {
    await act(row);
  }
}

/** Creates a command on the given rows, or on a fitting row that the user picks. */
function ofRows(
  sessions: SessionService,
  title: string,
  isFit: (row: SessionRow) => boolean,
  act: (actions: SessionActions, rows: readonly SessionRow[]) => Promise<unknown>,
) {
  return async (target: unknown, others: unknown): Promise<void> => {
    const rows = await sessions.targets.many(title, target, others, isFit);
    if (rows.length > 0) {
      await act(sessions.actions, rows);
    }
  };
}

/** Creates a command that sets or clears a mark on rows where that makes a difference. */
function marking(
  sessions: SessionService,
  title: string,
  mark: 'isPinned' | 'isUnread',
  isSet: boolean,
) {
  const setter = mark === 'isPinned' ? 'setPinned' : 'setUnread';
  return ofRows(
    sessions,
    title,
    row => row[mark] !== isSet,
    ({ marks }, rows) => Promise.all(rows.map(({ id }) => marks[setter](id, isSet))),
  );
}

/** Reveals a file in the system's file manager. Remote and browser windows show its text. */
async function revealFile(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  const isFar = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  await (isFar
    ? vscode.window.showTextDocument(uri, { preview: true })
    : vscode.commands.executeCommand('revealFileInOS', uri));
}

/** Changes the workspace setting if there is one, else the user setting. */
async function setOption<K extends SettingKey>(key: K, value: Settings[K]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const isOwn = configuration.inspect(key)?.workspaceValue !== undefined;
  await configuration.update(key, value, isOwn ? Workspace : Global);
}
