import * as vscode from 'vscode';
import type { Conversation, Item, Turn } from '../../contract/conversation';
import type { MessageId, ToolCallId, TurnId } from '../../contract/ids';

/** A message of the user's, to which code and conversation can be taken back. */
export interface RewindPoint {
  readonly messageId: MessageId;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The loaded messages, oldest first. */
export function rewindPoints(conversation: Conversation): RewindPoint[] {
  return turnsOf(conversation)
    .flatMap(turn => turn.items)
    .flatMap(item => {
      if (item.kind !== 'prompt') {
        return [];
      }
      const text = typeof item.text === 'string' ? item.text : item.text.preview;
      return [{ messageId: item.messageId, text, at: item.at }];
    });
}

export function pointOf(conversation: Conversation, message: MessageId): RewindPoint | undefined {
  return rewindPoints(conversation).find(one => one.messageId === message);
}

export function rewindTitle({ text }: RewindPoint): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return vscode.l10n.t('Rewind code to “{0}”', line.length > 40 ? `${line.slice(0, 40)}…` : line);
}

/** The calls of a turn; of the newest one that has any of `wanted` when no turn is named. */
export function toolsOfTurn(
  conversation: Conversation,
  id: TurnId | undefined,
  wanted: ReadonlySet<ToolCallId>,
): ReadonlySet<ToolCallId> {
  const turn = turnsOf(conversation).findLast(one =>
    id === undefined ? toolsOf(one).some(tool => wanted.has(tool)) : one.id === id,
  );
  return new Set(turn ? toolsOf(turn) : []);
}

/** Calls since a time that change files by themselves and have ended well. */
export function editsSince(conversation: Conversation, since: number): ToolCallId[] {
  return turnsOf(conversation)
    .flatMap(turn => turn.items)
    .flatMap(item => (isEdit(item) && item.at >= since ? [item.call.id] : []));
}

function isEdit(item: Item): item is Item & { kind: 'tool' } {
  return (
    item.kind === 'tool' &&
    item.call.status === 'done' &&
    // One that was followed and has changed nothing has nothing to be taken back.
    !item.files?.every(({ status }) => status === 'unchanged') &&
    ['edit', 'write', 'notebookEdit'].includes(item.call.family)
  );
}

function toolsOf(turn: Turn): ToolCallId[] {
  return turn.items.flatMap(item => (item.kind === 'tool' ? [item.call.id] : []));
}

function turnsOf({ turns, open }: Conversation): readonly Turn[] {
  return open ? [...turns, open] : turns;
}
