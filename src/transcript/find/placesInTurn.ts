import type { Item, ToolItem, Turn } from '../../contract/conversation';
import type { FindQuery, FoundPlace } from '../../contract/find';
import { messageGroups, parentOf } from '../selectors';
import { comparable, placesOf } from './comparable';
import { type ItemText, itemTexts } from './itemTexts';
import { visibleText } from './visibleText';

/** An item was searched. */
interface Step {
  /** Characters that were read. */
  readonly read: number;
  readonly found?: FoundPlace;
}

/**
 * Searches a turn, item by item, so that whoever searches much can rest in between.
 * @param place of the turn in its conversation
 */
export function* placesInTurn(
  turn: Turn,
  place: number,
  query: FindQuery,
  most: number,
): Generator<Step> {
  const wanted = comparable(query.text, query.matchesCase);
  const cards = new TurnCards(turn);
  let left = most;
  for (const [index, item] of turn.items.entries()) {
    const texts = cards.isOlderTodo(item) ? [] : itemTexts(item);
    const read = texts.reduce((sum, { text }) => sum + text.length, 0);
    const count = countIn(texts, wanted, query.matchesCase, left);
    left -= count;
    yield count > 0
      ? { read, found: { turn: place, item: index, count, ...cards.placeOf(item) } }
      : { read };
  }
}

function countIn(
  texts: readonly ItemText[],
  wanted: string,
  matchesCase: boolean,
  most: number,
): number {
  let count = 0;
  for (const { text, isMarkdown } of texts) {
    const countOf = (form: string) =>
      placesOf(comparable(form, matchesCase), wanted, most - count).length;
    // Markdown can be found as it was written, too: by the address of a link, or by its marks.
    count += isMarkdown ? countOf(visibleText(text)) || countOf(text) : countOf(text);
  }
  return count;
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
      this.todos.set(parentToolId, [...(this.todos.get(parentToolId) ?? []), item]);
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
    const around: ToolItem[] = [];
    let card = this.calls.get(parentOf(item) ?? '');
    // Data from outside may claim that a call belongs to itself.
    while (card && !around.includes(card)) {
      around.unshift(card);
      card = this.calls.get(parentOf(card) ?? '');
    }
    return around;
  }
}

function isTodoCall({ call: { family, status } }: ToolItem): boolean {
  const isSettled = status !== 'failed' && status !== 'denied';
  return (family === 'todoWrite' || family === 'task') && isSettled;
}
