import type { SearchHit } from '../../cli/sessions/search/searchSessions';
import type { Conversation, Item } from '../../contract/conversation';
import type { ItemPlace } from '../../contract/places';
import { messageGroups } from '../../transcript/selectors';

/** What a search has found, as far as it tells where in the conversation that is. */
export type FoundLine = Pick<
  SearchHit,
  'by' | 'uuid' | 'timestamp' | 'messageId' | 'toolId' | 'excerpt'
>;

/** An item that a page can be told to show. */
export interface FoundItem {
  /** Of a call its id. */
  readonly key: string;
  readonly place: ItemPlace;
}

/** A conversation of which earlier turns come in when they are asked for. */
export interface PagedConversation {
  readonly conversation: Pick<Conversation, 'first' | 'turns' | 'open'>;
  /** @returns whether there were any */
  loadEarlier(): Promise<boolean>;
}

/**
 * Where in a conversation a line of its transcript is shown. Earlier turns are brought in as far back
 * as the line was written; undefined when it is not among them, or `signal` has aborted.
 * @param onProgress the part of the way that is done, from 0 to 1
 * @throws UserError when earlier turns cannot be read
 */
export async function placeOf(
  channel: PagedConversation,
  line: FoundLine,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => undefined,
): Promise<FoundItem | undefined> {
  const written = Date.parse(line.timestamp ?? '');
  const start = channel.conversation.turns[0]?.startedAt ?? Date.now();
  // From the newest turns on: each is looked through once.
  let below = Number.POSITIVE_INFINITY;
  while (!signal.aborted) {
    const found = find(channel.conversation, line, below);
    if (found) {
      return found;
    }
    const { first, turns } = channel.conversation;
    below = first;
    const reached = turns[0]?.startedAt ?? start;
    // Turns stand in the order of time: it lies on none of those before.
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
    const item = items.find(one => isSaidIn(one, line)) ?? items.find(one => isOf(one, line));
    if (turn && item) {
      const group = messageGroups(turn).find(one => one.items.includes(item));
      return {
        key: item.kind === 'tool' ? item.call.id : item.key,
        place: { turn: first + index, group: group?.key ?? item.key },
      };
    }
  }
  return undefined;
}

/** A message is stored in several lines, and shown in several texts. */
function isSaidIn(item: Item, line: FoundLine): boolean {
  const { text, start, end } = line.excerpt;
  return isOf(item, line) && (item.kind !== 'text' || item.text.includes(text.slice(start, end)));
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
