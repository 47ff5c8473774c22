import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import { onRows } from './rowCommand';
import type { SessionService } from './sessionService';

interface MarkCommandDeps {
  readonly sessions: SessionService;
}

export function markCommands({ sessions }: MarkCommandDeps) {
  return {
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
  } satisfies Partial<CommandTable>;
}

/** Creates a command that sets or clears a mark on rows where that makes a difference. */
function marking(
  sessions: SessionService,
  title: string,
  mark: 'isPinned' | 'isUnread',
  isSet: boolean,
) {
  const setter = mark === 'isPinned' ? 'setPinned' : 'setUnread';
  return onRows(
    sessions,
    title,
    row => row[mark] !== isSet,
    ({ marks }, rows) => Promise.all(rows.map(({ id }) => marks[setter](id, isSet))),
  );
}
