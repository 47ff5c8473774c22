import * as l10n from '@vscode/l10n';
import type { Conversation, Item, Turn } from '../../contract/conversation';
import type { MessageId, ToolCallId, TurnId } from '../../contract/ids';
import { type SentPrompt, sentPrompts } from '../../transcript/sentPrompts';

/** A user message to which code and conversation can be rewound. */
export type RewindTarget = Pick<SentPrompt, 'messageId' | 'text' | 'at'>;

export function rewindTargetOf(
  conversation: Conversation,
  message: MessageId,
): RewindTarget | undefined {
  return sentPrompts(conversation).find(one => one.messageId === message);
}

export function rewindTitle({ text }: RewindTarget): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return l10n.t('Rewind code to “{0}”', line.length > 40 ? `${line.slice(0, 40)}…` : line);
}

/** Returns the calls of a turn; without `id`, of the newest turn with any of the `wanted` calls. */
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

/** Lists successful calls since a time that edit files directly. */
export function editsSince(conversation: Conversation, since: number): ToolCallId[] {
  return turnsOf(conversation)
    .flatMap(turn => turn.items)
    .flatMap(item => (isEdit(item) && item.at >= since ? [item.call.id] : []));
}

function isEdit(item: Item): item is Item & { kind: 'tool' } {
  return (
    item.kind === 'tool' &&
    item.call.status === 'done' &&
    // A tracked call that has changed nothing cannot be rewound.
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
