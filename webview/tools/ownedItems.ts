import type { Item, ToolItem, Turn } from '../../src/contract/conversation';
import type { ToolCallId } from '../../src/contract/ids';
import type { ToolFamily } from '../../src/contract/tools';
import { parentOf } from '../../src/transcript/selectors';

interface Index {
  readonly owned: ReadonlyMap<ToolCallId, readonly Item[]>;
  /** To-do updates by the call of their subagent, or undefined. */
  readonly todos: ReadonlyMap<ToolCallId | undefined, readonly ToolItem[]>;
  /** Plans and the prompts about them. */
  readonly plans: readonly Item[];
  /** Calls that follow one about which the agent asks. */
  readonly behind: ReadonlySet<ToolCallId>;
}

/** Families whose calls Claude Code runs one after the other, each once it is approved. */
const oneByOne: ReadonlySet<ToolFamily> = new Set(['bash', 'edit', 'write', 'notebookEdit', 'mcp']);

/** Items by the call that they belong to or ask about; each list is indexed once for all cards. */
const indices = new WeakMap<readonly Item[], Index>();

/** Returns the items of a turn that belong to this call or ask about it, in order. */
export function ownedItems({ items }: Turn, call: ToolCallId): readonly Item[] {
  return indexed(items).owned.get(call) ?? [];
}

/** Returns all updates of the to-do list by one agent, in order. `parent`: the subagent's call. */
export function todoCallsOf({ items }: Turn, parent: ToolCallId | undefined): readonly ToolItem[] {
  return indexed(items).todos.get(parent) ?? [];
}

/** Returns the plans of a turn and the prompts about them, in order. */
export function plansOf({ items }: Turn): readonly Item[] {
  return indexed(items).plans;
}

/** Returns whether the agent asks about an earlier call first, so that this one has not begun. */
export function isBehind({ items }: Turn, call: ToolCallId): boolean {
  return indexed(items).behind.has(call);
}

/** Returns the last prompt about a call. */
export function askAbout(turn: Turn, call: ToolCallId) {
  for (const item of [...ownedItems(turn, call)].reverse()) {
    if (item.kind === 'ask' && item.prompt.kind !== 'elicitation') {
      return { ...item, prompt: item.prompt };
    }
  }
  return undefined;
}

function indexed(items: readonly Item[]): Index {
  const known = indices.get(items);
  if (known) {
    return known;
  }
  const index = indexOf(items);
  indices.set(items, index);
  return index;
}

function indexOf(items: readonly Item[]): Index {
  const owned = new Map<ToolCallId, Item[]>();
  const todos = new Map<ToolCallId | undefined, ToolItem[]>();
  const asked = new Set<ToolCallId>();
  for (const item of items) {
    const owner = ownerOf(item);
    if (owner !== undefined) {
      put(owned, owner, item);
      if (item.kind === 'ask' && item.outcome === undefined) {
        asked.add(owner);
      }
    }
    if (item.kind === 'tool' && (item.call.family === 'todoWrite' || item.call.family === 'task')) {
      put(todos, item.call.parentToolId, item);
    }
  }
  return { owned, todos, plans: items.filter(isPlan), behind: behindAsked(items, asked) };
}

function behindAsked(
  items: readonly Item[],
  asked: ReadonlySet<ToolCallId>,
): ReadonlySet<ToolCallId> {
  const behind = new Set<ToolCallId>();
  /** Agents, by the call of a subagent, that ask about a call. */
  const asking = new Set<ToolCallId | undefined>();
  for (const item of asked.size > 0 ? items : []) {
    if (item.kind === 'tool' && oneByOne.has(item.call.family)) {
      const { id, parentToolId } = item.call;
      if (asked.has(id)) {
        asking.add(parentToolId);
      } else if (asking.has(parentToolId)) {
        behind.add(id);
      }
    }
  }
  return behind;
}

function isPlan(item: Item): boolean {
  return item.kind === 'tool'
    ? item.call.family === 'plan'
    : item.kind === 'ask' && item.prompt.kind === 'plan';
}

function put<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) {
    list.push(value);
  } else {
    lists.set(key, [value]);
  }
}

function ownerOf(item: Item): ToolCallId | undefined {
  if (item.kind !== 'ask') {
    return parentOf(item);
  }
  return item.prompt.kind === 'elicitation' ? undefined : item.prompt.toolId;
}
