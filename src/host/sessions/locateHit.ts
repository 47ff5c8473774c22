import type { SearchHit } from '../../cli/sessions/search/searchSessions';
import type { Item } from '../../contract/conversation';
import { longestQuery } from '../../contract/find';
import type { TurnPosition } from '../../contract/turnPosition';
import type { PagedConversation } from '../../core/conversation/pagedConversation';
import { hasText } from '../../transcript/find/placesInTurn';
import { messageGroups } from '../../transcript/selectors';

/** Fields of a search hit that locate it in the conversation. */
export type FoundLine = Pick<
  SearchHit,
  'by' | 'uuid' | 'timestamp' | 'messageId' | 'toolId' | 'excerpt'
>;

/** An item that a page can show. */
export interface FoundItem {
  /** Key of the item; for a tool call, its id. */
  readonly key: string;
  readonly position: TurnPosition;
  /** Index of the item in its turn. */
  readonly index: number;
  /** Text that was found. Absent if it is too long to be found, or in a part that is not loaded. */
  readonly text?: string;
}

/**
 * Finds where a conversation shows a line of its transcript. Loads earlier turns back to the time
 * when the line was written.
 * @param onProgress receives the fraction done, from 0 to 1
 * @returns undefined if the line is not shown, or `signal` has aborted
 * @throws UserError if earlier turns cannot be read
 */
export async function locateHit(
  channel: PagedConversation,
  line: FoundLine,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => undefined,
): Promise<FoundItem | undefined> {
  const written = Date.parse(line.timestamp ?? '');
  const start = channel.conversation.turns[0]?.startedAt ?? Date.now();
  // Starts at the newest turns and searches each turn once.
  let below = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const found = find(channel.conversation, line, below);
    if (found) {
      return found;
    }
    const { first, turns } = channel.conversation;
    below = first;
    const reached = turns[0]?.startedAt ?? start;
    // Turns are in chronological order, so earlier ones cannot contain the line.
    if (reached < written || !(await channel.loadEarlier())) {
      return undefined;
    }
    onProgress(Math.min(1, Math.max(0, (start - reached) / (start - written || 1))));
  }
  return undefined;
}

function find(
  { first, turns, open }: PagedConversation['conversation'],
  line: FoundLine,
  below: number,
): FoundItem | undefined {
  const all = open ? [...turns, open] : turns;
  for (let index = Math.min(all.length, below - first) - 1; index >= 0; index -= 1) {
    const turn = all[index];
    const { items = [] } = turn ?? {};
    const item =
      items.find(one => containsExcerpt(one, line)) ?? items.find(one => isOf(one, line));
    if (turn && item) {
      const text = foundText(line);
      const group = messageGroups(turn).find(one => one.items.includes(item));
      return {
        key: item.kind === 'tool' ? item.call.id : item.key,
        position: { turn: first + index, group: group?.key ?? item.key },
        index: items.indexOf(item),
        ...(text.length <= longestQuery && hasText(item, text) ? { text } : {}),
      };
    }
  }
  return undefined;
}

function foundText({ excerpt: { text, start, end } }: FoundLine): string {
  return text.slice(start, end);
}

/** Compares the text as well, because a message spans several stored lines and shown texts. */
function containsExcerpt(item: Item, line: FoundLine): boolean {
  return isOf(item, line) && (item.kind !== 'text' || item.text.includes(foundText(line)));
}

function isOf(item: Item, { by, uuid, messageId, toolId }: FoundLine): boolean {
  switch (item.kind) {
    case 'prompt':
      return by === 'person' && item.messageId === uuid;
    case 'text':
      return by === 'agent' && item.source === (messageId ?? uuid);
    case 'tool':
      return by === 'tool' && item.call.id === toolId;
    default:
      return false;
  }
}
