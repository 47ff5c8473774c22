import type { Conversation, Item, ToolItem, Turn } from '../contract/conversation';
import type { FileUpdate, ProblemDelta } from '../contract/fileUpdates';
import type { ToolCallId } from '../contract/ids';
import type { TurnPage } from '../contract/snapshot';

/** Consecutive items of one speaker, shown as one `article`. */
export interface MessageGroup {
  readonly speaker: 'person' | 'agent';
  readonly key: string;
  readonly items: readonly Item[];
}

/** Splits a turn where the speaker changes; items of subagents stay with their own calls. */
export function messageGroups(turn: Turn): MessageGroup[] {
  const groups: { speaker: 'person' | 'agent'; key: string; items: Item[] }[] = [];
  for (const item of turn.items) {
    if (parentOf(item)) {
      continue;
    }
    const speaker = item.kind === 'prompt' ? 'person' : 'agent';
    const last = groups.at(-1);
    if (last?.speaker === speaker && speaker === 'agent') {
      last.items.push(item);
    } else {
      groups.push({ speaker, key: item.key, items: [item] });
    }
  }
  return groups;
}

/** Returns a subagent's items, in order. */
export function childItems(turn: Turn, parent: ToolCallId): Item[] {
  return turn.items.filter(item => parentOf(item) === parent);
}

/** Returns the call of the subagent that an item belongs to. */
export function parentOf(item: Item): ToolCallId | undefined {
  switch (item.kind) {
    case 'text':
    case 'thinking':
      return item.parentToolId;
    case 'tool':
      return item.call.parentToolId;
    default:
      return undefined;
  }
}

/** Returns the newest closed turns with at least this many items in total, or all of them. */
export function lastTurns(conversation: Conversation, itemCount: number): TurnPage {
  return turnsBefore(conversation, endOf(conversation), itemCount);
}

/** Returns the place after the last closed turn. */
export function endOf({ first, turns }: Conversation): number {
  return first + turns.length;
}

/** Returns a page of loaded turns that ends before the turn at a place. */
export function turnsBefore(
  conversation: Conversation,
  before: number,
  itemCount: number,
): TurnPage {
  let from = Math.max(0, Math.min(before - conversation.first, conversation.turns.length));
  const end = from;
  let count = 0;
  while (from > 0 && count < itemCount) {
    from -= 1;
    count += conversation.turns[from]?.items.length ?? 0;
  }
  return {
    turns: conversation.turns.slice(from, end),
    first: conversation.first + from,
    hasEarlier: conversation.hasEarlier || from > 0,
  };
}

export function findTool(conversation: Conversation, id: ToolCallId): ToolItem | undefined {
  const key = `tool:${id}`;
  const turns = conversation.open ? [...conversation.turns, conversation.open] : conversation.turns;
  for (const turn of [...turns].reverse()) {
    const item = turn.items.find(candidate => candidate.key === key);
    if (item?.kind === 'tool') {
      return item;
    }
  }
  return undefined;
}

/** Merges a turn's changes to each file: the last update of each path, with summed counts. */
export function changedFiles(turn: Pick<Turn, 'items'>): FileUpdate[] {
  const byPath = new Map<string, FileUpdate>();
  for (const item of turn.items) {
    for (const update of (item.kind === 'tool' && item.files) || []) {
      if (update.status !== 'unchanged' && update.status !== 'failed') {
        const before = byPath.get(update.path);
        byPath.set(update.path, before ? followedBy(before, update) : update);
      }
    }
  }
  return [...byPath.values()];
}

function followedBy(first: FileUpdate, second: FileUpdate): FileUpdate {
  const { oldRef: _, via, isUncertain, problems, ...rest } = second;
  return {
    ...rest,
    status: first.status === 'created' && second.status === 'updated' ? 'created' : second.status,
    added: first.added + second.added,
    removed: first.removed + second.removed,
    ...(first.oldRef ? { oldRef: first.oldRef } : {}),
    ...(first.via && via ? { via } : {}),
    ...(first.isUncertain || isUncertain ? { isUncertain: true } : {}),
    ...(first.problems || problems ? { problems: sumOf(first.problems, problems) } : {}),
  };
}

function sumOf(first?: ProblemDelta, second?: ProblemDelta): ProblemDelta {
  return {
    errors: (first?.errors ?? 0) + (second?.errors ?? 0),
    warnings: (first?.warnings ?? 0) + (second?.warnings ?? 0),
  };
}

/** Counts completed and all todos, as in "3 of 7"; undefined for an empty list. */
export function todoProgress(
  conversation: Conversation,
): { done: number; all: number } | undefined {
  const { todos } = conversation.summary;
  if (todos.length === 0) {
    return undefined;
  }
  return { done: todos.filter(todo => todo.status === 'completed').length, all: todos.length };
}

type PromptItem = Extract<Item, { kind: 'prompt' }>;

/** A message and the shell lines that went with it; each line is named by its title. */
function textsOf({ text, context = [] }: PromptItem): string[] {
  const lines = context.flatMap(({ kind, title }) => (kind === 'shell' ? [title] : []));
  return [...lines.filter(line => line !== text), ...(typeof text === 'string' ? [text] : [])];
}

/** Returns the oldest of the user's messages and shell lines. */
export function firstSentText({ turns, open }: Conversation): string | undefined {
  for (const turn of turns) {
    const text = firstSentIn(turn);
    if (text !== undefined) {
      return text;
    }
  }
  return open && firstSentIn(open);
}

/** Returns the newest of the user's messages and shell lines, at most `most`, oldest first. */
export function lastSentTexts({ turns, open }: Conversation, most: number): string[] {
  const texts = open?.items.flatMap(sentTextsIn) ?? [];
  for (let place = turns.length - 1; place >= 0 && texts.length < most; place -= 1) {
    texts.unshift(...(turns[place]?.items.flatMap(sentTextsIn) ?? []));
  }
  return texts.slice(-most);
}

function firstSentIn({ items }: Turn): string | undefined {
  for (const item of items) {
    const [text] = sentTextsIn(item);
    if (text !== undefined) {
      return text;
    }
  }
  return undefined;
}

function sentTextsIn(item: Item): string[] {
  return item.kind === 'prompt' ? textsOf(item).filter(text => text !== '') : [];
}
