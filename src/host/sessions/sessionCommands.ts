import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CommandDeps, CommandTable } from '../commands/command';
import type { SettingKey, Settings } from '../contributed';
import { requireTrust } from '../folders/trust';
import { type SessionActions, storedOf } from './sessionActions';
import type { SessionRow } from './sessionRow';
import { isSessionId } from './sessionTargets';

export const sessionCommands = {
  'tandem.sessions.open': (deps, target) =>
    withOne(deps, vscode.l10n.t('Open Conversation'), target, row =>
      deps.sessionRoom.actions.open(row),
    ),
  'tandem.sessions.openInTab': (deps, target) =>
    withOne(deps, vscode.l10n.t('Open in Tab'), target, row =>
      deps.sessionRoom.actions.open(row, 'tab'),
    ),
  'tandem.sessions.openInSideBar': (deps, target) =>
    withOne(deps, vscode.l10n.t('Open in Side Bar'), target, row =>
      deps.sessionRoom.actions.open(row, 'sideBar'),
    ),
  'tandem.sessions.openInNewWindow': (deps, target) =>
    withOne(deps, vscode.l10n.t('Open in New Window'), target, row =>
      deps.sessionRoom.others.openInNewWindow(row),
    ),
  'tandem.sessions.openInTerminal': (deps, target) =>
    withOne(deps, vscode.l10n.t('Open in Terminal'), target, row =>
      deps.sessionRoom.others.openInTerminal(row),
    ),
  'tandem.sessions.resume': async ({ sessionRoom, chats }, given) => {
    if (given === undefined) {
      requireTrust();
      const row = await sessionRoom.targets.pick(
        vscode.l10n.t('Resume a conversation'),
        one => !one.isArchived && sessionRoom.isOfWorkspace(one),
        vscode.l10n.t('This folder has no stored conversation.'),
      );
      if (row) {
        await sessionRoom.actions.open(row, 'front');
      }
      return;
    }
    if (!isSessionId(given)) {
      throw new UserError('badSession', vscode.l10n.t('A session id is a UUID.'));
    }
    const known = await sessionRoom.known(given);
    await (known ? sessionRoom.actions.open(known, 'front') : chats.openSession(given));
  },
  'tandem.sessions.rename': (deps, target, title) =>
    withOne(deps, vscode.l10n.t('Rename Conversation'), target, row =>
      deps.sessionRoom.actions.rename(row, typeof title === 'string' ? title : undefined),
    ),
  'tandem.sessions.delete': ofRows(
    vscode.l10n.t('Delete Conversation'),
    row => row.stored !== undefined,
    (actions, rows) => actions.remove(rows),
  ),
  'tandem.sessions.restore': deps => deps.sessionRoom.actions.restore(),
  'tandem.sessions.archive': ofRows(
    vscode.l10n.t('Archive Conversation'),
    row => row.stored !== undefined && !row.isArchived,
    (actions, rows) => actions.setArchived(rows, true),
  ),
  'tandem.sessions.unarchive': ofRows(
    vscode.l10n.t('Unarchive Conversation'),
    row => row.isArchived,
    (actions, rows) => actions.setArchived(rows, false),
  ),
  'tandem.sessions.pin': marking(vscode.l10n.t('Pin Conversation'), 'isPinned', true),
  'tandem.sessions.unpin': marking(vscode.l10n.t('Unpin Conversation'), 'isPinned', false),
  'tandem.sessions.markUnread': marking(vscode.l10n.t('Mark as Unread'), 'isUnread', true),
  'tandem.sessions.markRead': marking(vscode.l10n.t('Mark as Read'), 'isUnread', false),
  'tandem.sessions.copyId': (deps, target) =>
    withOne(deps, vscode.l10n.t('Copy Id'), target, async row => {
      await vscode.env.clipboard.writeText(row.id);
    }),
  'tandem.sessions.revealFile': (deps, target) =>
    withOne(deps, vscode.l10n.t('Reveal Transcript'), target, row =>
      revealFile(storedOf(row).path),
    ),
  'tandem.sessions.search': ({ sessionRoom }, words) =>
    sessionRoom.search(typeof words === 'string' ? words : ''),
  'tandem.sessions.report': ({ sessionRoom }) => sessionRoom.showReport(),
  'tandem.sessions.refresh': ({ sessionRoom }) => sessionRoom.list.refresh(),
  'tandem.sessions.groupByFolder': () => setOption('tandem.sessions.groupBy', 'folder'),
  'tandem.sessions.groupByTime': () => setOption('tandem.sessions.groupBy', 'time'),
  'tandem.sessions.showAllFolders': () => setOption('tandem.sessions.scope', 'all'),
  'tandem.sessions.showWorkspace': () => setOption('tandem.sessions.scope', 'workspace'),
} satisfies Partial<CommandTable>;

async function withOne(
  { sessionRoom }: CommandDeps,
  title: string,
  target: unknown,
  act: (row: SessionRow) => Promise<unknown>,
): Promise<void> {
  const row = await sessionRoom.targets.one(title, target);
  if (row) {
    await act(row);
  }
}

/** A command on the rows that it was given, or that the person picks among those that fit. */
function ofRows(
  title: string,
  isFit: (row: SessionRow) => boolean,
  act: (actions: SessionActions, rows: readonly SessionRow[]) => Promise<unknown>,
) {
  return async ({ sessionRoom }: CommandDeps, target: unknown, others: unknown): Promise<void> => {
    const rows = await sessionRoom.targets.many(title, target, others, isFit);
    if (rows.length > 0) {
      await act(sessionRoom.actions, rows);
    }
  };
}

/** Gives rows a mark, or takes it away, where that is not so yet. */
function marking(title: string, mark: 'isPinned' | 'isUnread', isSet: boolean) {
  const setter = mark === 'isPinned' ? 'setPinned' : 'setUnread';
  return ofRows(
    title,
    row => row[mark] !== isSet,
    ({ marks }, rows) => Promise.all(rows.map(({ id }) => marks[setter](id, isSet))),
  );
}

/** In the system's file manager; a window of the browser has none and shows the text. */
async function revealFile(path: string): Promise<void> {
  const uri = vscode.Uri.file(path);
  const isFar = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  await (isFar
    ? vscode.window.showTextDocument(uri, { preview: true })
    : vscode.commands.executeCommand('revealFileInOS', uri));
}

/** Where the person has set it already, else for all workspaces. */
async function setOption<K extends SettingKey>(key: K, value: Settings[K]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const isOwn = configuration.inspect(key)?.workspaceValue !== undefined;
  await configuration.update(key, value, isOwn ? Workspace : Global);
}
