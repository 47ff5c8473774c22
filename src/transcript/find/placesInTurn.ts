import type { Item, ToolItem, Turn } from '../../contract/conversation';
import type { FindQuery, FoundPlace } from '../../contract/find';
import { messageGroups, parentOf } from '../selectors';
import { isTodoCall } from '../todoCalls';
import { Counter } from './counter';
import { type ItemText, itemTexts } from './itemTexts';
import { SeenMarkdown } from './seenMarkdown';

/** Part of a search. */
interface Step {
  /** Characters that were read. */
  readonly read: number;
  readonly found?: FoundPlace;
}

/** Characters that are read at once. */
const longestPart = 32_768;

/**
 * Searches a turn, part by part, so that whoever searches much can rest in between.
 * @param place of the turn in its conversation
 */
export function* placesInTurn(
  turn: Turn,
  place: number,
  query: FindQuery,
  most: number,
): Generator<Step> {
  const cards = new TurnCards(turn);
  let left = most;
  for (const [index, item] of turn.items.entries()) {
    let count = 0;
    for (const text of cards.isOlderTodo(item) ? [] : itemTexts(item)) {
      count += yield* countIn(text, query, left - count);
    }
    if (count > 0) {
      left -= count;
      yield { read: 0, found: { turn: place, item: index, count, ...cards.placeOf(item) } };
    }
  }
}

/** Returns whether an item has a text in any case, as far as it is not stored elsewhere. */
export function hasText(item: Item, text: string): boolean {
  return itemTexts(item).some(one => {
    const steps = countIn(one, { text, matchesCase: false }, 1);
    let step = steps.next();
    while (!step.done) {
      step = steps.next();
    }
    return step.value > 0;
  });
}

function* countIn(
  { text, isMarkdown }: ItemText,
  query: FindQuery,
  most: number,
): Generator<Step, number> {
  const source = new Counter(query, most);
  const seen = new Counter(query, most);
  const markdown = isMarkdown ? new SeenMarkdown() : undefined;
  for (let start = 0; start < text.length; ) {
    const part = partAt(text, start);
    source.read(part);
    if (markdown) {
      seen.read(markdown.read(part));
    }
    start += part.length;
    yield { read: part.length };
  }
  // Markdown can be found as it was written, too: by the address of a link, or by its marks.
  return seen.count || source.count;
}

/** Returns the part that begins at a place. It ends with a line or a word, if it can. */
function partAt(text: string, start: number): string {
  const part = text.slice(start, start + longestPart);
  if (start + part.length === text.length) {
    return part;
  }
  const end = part.lastIndexOf('\n') + 1 || part.lastIndexOf(' ') + 1;
  return end > 0 ? part.slice(0, end) : part;
}

/** Knows which card of a turn shows an item. */
class TurnCards {
  private readonly calls: ReadonlyMap<string, ToolItem>;
  /** Updates of the to-do list by the agent that made them: they share a line. */
  private readonly todos = new Map<string | undefined, ToolItem[]>();
  private readonly messages: ReadonlyMap<Item, string>;

  constructor(turn: Turn) {
    const calls = turn.items.filter(item => item.kind === 'tool');
    this.calls = new Map(calls.map(item => [item.call.id, item]));
    for (const item of calls.filter(isTodoCall)) {
      const { parentToolId } = item.call;
      const line = this.todos.get(parentToolId) ?? [];
      line.push(item);
      this.todos.set(parentToolId, line);
    }
    const groups = messageGroups(turn);
    this.messages = new Map(groups.flatMap(({ key, items }) => items.map(item => [item, key])));
  }

  /** The line of a to-do list shows the newest list only. */
  isOlderTodo(item: Item): boolean {
    return (
      item.kind === 'tool' &&
      item.call.family === 'todoWrite' &&
      isTodoCall(item) &&
      this.todos.get(item.call.parentToolId)?.at(-1) !== item
    );
  }

  placeOf(item: Item): Pick<FoundPlace, 'key' | 'group' | 'cards'> {
    const around = this.around(item);
    const [outermost = item] = around;
    return {
      key: this.keyOf(item),
      group: this.messages.get(outermost) ?? outermost.key,
      ...(around.length > 0 ? { cards: around.map(({ key }) => key) } : {}),
    };
  }

  private keyOf(item: Item): string {
    switch (item.kind) {
      case 'tool': {
        const line = isTodoCall(item) ? this.todos.get(item.call.parentToolId) : undefined;
        return (line?.[0] ?? item).call.id;
      }
      case 'ask':
        return item.prompt.id;
      default:
        return item.key;
    }
  }

  /** Returns the cards of subagents that an item belongs to, the outermost first. */
  private around(item: Item): readonly ToolItem[] {
    const around = new Set<ToolItem>();
    let card = this.calls.get(parentOf(item) ?? '');
    // Data from outside may claim that a call belongs to itself.
    while (card && !around.has(card)) {
      around.add(card);
      card = this.calls.get(parentOf(card) ?? '');
    }
    return [...around].reverse();
  }
}
