import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { isSessionId, type SessionId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { Chats } from '../chat/chats';
import type { CommandTable } from '../commands/command';
import { channelWith } from '../commands/targets';
import { requireTrust } from '../trust';
import { onRow } from './rowCommand';
import type { SessionRow } from './sessionRow';
import type { SessionService } from './sessionService';

export interface OpenCommandDeps {
  readonly chats: Chats;
  readonly sessions: SessionService;
  /** Finds an open conversation. */
  bySession(id: SessionId): Channel | undefined;
}

export function openCommands(deps: OpenCommandDeps) {
  const { chats, sessions } = deps;
  const { actions, transfer } = sessions;
  /** Elsewhere, a conversation that is open is shown where it is; these commands name the place. */
  const openIn = async (place: 'tab' | 'sideBar', row: SessionRow) => {
    if (!(await chats.move(row.id, place))) {
      await actions.open(row, place);
    }
  };
  return {
    'tandem.sessions.openConversation': onRow(sessions, vscode.l10n.t('Open Conversation'), row =>
      actions.open(row),
    ),
    'tandem.sessions.openInTab': onRow(sessions, vscode.l10n.t('Open in Tab'), row =>
      openIn('tab', row),
    ),
    'tandem.sessions.openInSideBar': onRow(sessions, vscode.l10n.t('Open in Side Bar'), row =>
      openIn('sideBar', row),
    ),
    'tandem.sessions.openInNewWindow': onRow(sessions, vscode.l10n.t('Open in New Window'), row =>
      transfer.openInNewWindow(row),
    ),
    'tandem.sessions.openInTerminal': onRow(sessions, vscode.l10n.t('Open in Terminal'), row =>
      transfer.openInTerminal(row),
    ),
    'tandem.chat.fork': target => fork(deps, target),
    'tandem.sessions.resume': async (argument, where) => {
      // Title menus pass the resource of their tab.
      if (typeof argument !== 'string') {
        await resumePicked(sessions);
        return;
      }
      if (!isSessionId(argument)) {
        throw new UserError('session.badId', vscode.l10n.t('A conversation ID must be a UUID.'));
      }
      const place = where === 'tab' ? where : 'front';
      const known = await sessions.known(argument);
      await (known ? actions.open(known, place) : chats.openSession(argument, { in: place }));
    },
  } satisfies Partial<CommandTable>;
}

/** Resumes a conversation of this workspace that the user picks. */
async function resumePicked(sessions: SessionService): Promise<void> {
  requireTrust();
  const row = await sessions.targets.pick(
    vscode.l10n.t('Resume a conversation'),
    listed => !listed.isArchived && sessions.isOfWorkspace(listed),
    vscode.l10n.t('This folder has no stored conversation.'),
  );
  if (row) {
    await sessions.actions.open(row, 'front');
  }
}

/** Forks the conversation of a row, which is opened for that, or else the one in front. */
async function fork(
  { chats, sessions, bySession }: OpenCommandDeps,
  target: unknown,
): Promise<void> {
  const row = target === undefined ? undefined : await sessions.known(target);
  if (row) {
    await sessions.actions.open(row);
  }
  const active = row ? bySession(row.id) : chats.active;
  // The user may have left it to the process that has the row's conversation open.
  if (active || !row) {
    await chats.forkWhole(channelWith({ active }, 'forkWhole'));
  }
}
