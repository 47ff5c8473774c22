import type { Conversation, Item, ToolItem, Turn } from '../contract/conversation';
import type { ConversationEvent } from '../contract/events';
import type { FileUpdate } from '../contract/fileUpdates';
import type { ToolCallId } from '../contract/ids';
import { followIndex, followPaths, placeOf, placeOfPath } from './itemIndex';
import { isTransient } from './settle';
import { ownerOf } from './turnIndex';

const itemEvents = [
  'prompt.sent',
  'block.started',
  'block.delta',
  'block.ended',
  'block.discarded',
  'tool.updated',
  'tool.delta',
  'tool.discarded',
  'tool.progress',
  'tool.noted',
  'prompt.opened',
  'prompt.closed',
  'notice',
  'file.updated',
  'unknown',
] as const;

export type ItemEvent = Extract<ConversationEvent, { type: (typeof itemEvents)[number] }>;

const itemEventSet: ReadonlySet<string> = new Set(itemEvents);

export function isItemEvent(event: ConversationEvent): event is ItemEvent {
  return itemEventSet.has(event.type);
}

/**
 * Finds the turn that an event belongs to: an index into `turns`, the open turn, or none that is
 * loaded. Events of background work arrive after their turn has closed.
 */
export function itemOwner(
  conversation: Conversation,
  event: ItemEvent,
): number | 'open' | 'absent' {
  if (event.type === 'notice' || event.type === 'unknown') {
    // Always a new item, even if its key happens to equal an old one's.
    return 'open';
  }
  const key = keyOf(event);
  const own = findOwner(conversation, key);
  if (own !== undefined) {
    return own;
  }
  const parent = parentOf(event);
  if (parent) {
    return findOwner(conversation, toolKey(parent)) ?? 'open';
  }
  if (event.type === 'prompt.opened' && !conversation.open) {
    // Only a server asks between two turns. A turn of its own would never end.
    return conversation.turns.length > 0 ? conversation.turns.length - 1 : 'absent';
  }
  return isUpdateOnly(event) ? 'absent' : 'open';
}

function findOwner(conversation: Conversation, key: string): number | 'open' | undefined {
  if (conversation.open && placeOf(conversation.open.items, key) !== undefined) {
    return 'open';
  }
  return ownerOf(conversation.turns, key);
}

/** Returns true for events that change an item and never create one. */
function isUpdateOnly(event: ItemEvent): boolean {
  return (
    event.type === 'block.delta' ||
    event.type === 'block.ended' ||
    event.type === 'block.discarded' ||
    event.type === 'tool.delta' ||
    event.type === 'tool.discarded' ||
    event.type === 'tool.progress' ||
    event.type === 'tool.noted' ||
    event.type === 'prompt.closed' ||
    event.type === 'file.updated'
  );
}

function parentOf(event: ItemEvent): ToolCallId | undefined {
  switch (event.type) {
    case 'block.started':
      return event.parentToolId;
    case 'tool.updated':
      return event.call.parentToolId;
    case 'prompt.opened':
      return event.prompt.kind === 'elicitation' ? undefined : event.prompt.toolId;
    default:
      return undefined;
  }
}

function keyOf(event: ItemEvent): string {
  switch (event.type) {
    case 'prompt.sent':
      return `prompt:${event.messageId}`;
    case 'block.started':
    case 'block.delta':
    case 'block.ended':
    case 'block.discarded':
      return `block:${event.blockId}`;
    case 'tool.updated':
      return toolKey(event.call.id);
    case 'tool.delta':
    case 'tool.discarded':
    case 'tool.progress':
    case 'tool.noted':
      return toolKey(event.toolId);
    case 'file.updated':
      return toolKey(event.update.toolId);
    case 'prompt.opened':
      return `ask:${event.prompt.id}`;
    case 'prompt.closed':
      return `ask:${event.promptId}`;
    case 'notice':
    case 'unknown':
      return `${event.type}:${event.at}`;
  }
}

function toolKey(id: ToolCallId): string {
  return `tool:${id}`;
}

/** Folds one event into the turn that owns it. */
export function foldItem(turn: Turn, event: ItemEvent): Turn {
  const key = keyOf(event);
  const place = placeOf(turn.items, key);
  const old = place === undefined ? undefined : turn.items[place];
  if (event.type === 'block.discarded' || event.type === 'tool.discarded') {
    return old ? { ...turn, items: turn.items.filter(item => item !== old) } : turn;
  }
  if (event.type === 'notice' || event.type === 'unknown') {
    return append(turn, newItem(event, uniqueKey(turn, key)));
  }
  if (!old || place === undefined) {
    return append(turn, newItem(event, key));
  }
  const items = turn.items.with(place, updateItem(old, event));
  followIndex(turn.items, items);
  return { ...turn, items };
}

function append(turn: Turn, item: Item | undefined): Turn {
  if (!item) {
    return turn;
  }
  const last = turn.items.at(-1);
  const kept = last && isTransient(last) ? turn.items.slice(0, -1) : turn.items;
  const items = [...kept, item];
  if (kept === turn.items) {
    followIndex(kept, items);
  }
  return { ...turn, items };
}

/** Keeps keys unique: two notices may arrive in the same millisecond. */
function uniqueKey(turn: Turn, key: string): string {
  let unique = key;
  for (let count = 2; placeOf(turn.items, unique) !== undefined; count++) {
    unique = `${key}:${count}`;
  }
  return unique;
}

function newItem(event: ItemEvent, key: string): Item | undefined {
  switch (event.type) {
    case 'prompt.sent': {
      const { type: _, ...prompt } = event;
      return { kind: 'prompt', key, ...prompt };
    }
    case 'block.started':
      return {
        kind: event.kind,
        key,
        at: event.at,
        source: event.source,
        text: '',
        isStreaming: true,
        ...(event.parentToolId ? { parentToolId: event.parentToolId } : {}),
      };
    case 'tool.updated':
      return foldCall({ kind: 'tool', key, at: event.at, call: event.call }, event);
    case 'prompt.opened':
      return { kind: 'ask', key, at: event.at, prompt: event.prompt };
    case 'notice':
      return { kind: 'notice', key, at: event.at, notice: event.notice };
    case 'unknown':
      return { kind: 'unknown', key, at: event.at, what: event.what };
    default:
      return undefined;
  }
}

function updateItem(item: Item, event: ItemEvent): Item {
  switch (event.type) {
    case 'block.delta':
      return item.kind === 'text' || item.kind === 'thinking'
        ? { ...item, text: item.text + event.text }
        : item;
    case 'block.ended':
      return endBlock(item, event);
    case 'tool.updated':
      return item.kind === 'tool' ? foldCall(item, event) : item;
    case 'tool.delta':
      return item.kind === 'tool' ? foldDraft(item, event) : item;
    case 'tool.progress':
      return item.kind === 'tool'
        ? {
            ...item,
            progress: { ...item.progress, ...event.progress },
            ...(event.elapsedMs === undefined ? {} : { elapsedMs: event.elapsedMs }),
          }
        : item;
    case 'file.updated':
      return item.kind === 'tool' ? { ...item, files: withUpdate(item.files, event.update) } : item;
    case 'tool.noted':
      return item.kind === 'tool' ? { ...item, notes: withNote(item.notes, event.note) } : item;
    case 'prompt.opened':
      return item.kind === 'ask'
        ? { kind: 'ask', key: item.key, at: item.at, prompt: event.prompt }
        : item;
    case 'prompt.closed':
      return item.kind === 'ask' ? { ...item, outcome: event.outcome } : item;
    default:
      return item;
  }
}

/** Replaces the previous update of the same path. */
function withUpdate(files: readonly FileUpdate[] = [], update: FileUpdate): readonly FileUpdate[] {
  const place = placeOfPath(files, update.path);
  const next = place === undefined ? [...files, update] : files.with(place, update);
  followPaths(files, next);
  return next;
}

function withNote(notes: readonly string[] = [], note: string): readonly string[] {
  return notes.includes(note) ? notes : [...notes, note];
}

function endBlock(item: Item, event: Extract<ItemEvent, { type: 'block.ended' }>): Item {
  if (item.kind !== 'text' && item.kind !== 'thinking') {
    return item;
  }
  const ended = { ...item, text: event.text ?? item.text, isStreaming: false };
  if (ended.kind === 'text') {
    return ended;
  }
  return {
    ...ended,
    ...(event.durationMs === undefined ? {} : { durationMs: event.durationMs }),
    ...(event.isRedacted ? { isRedacted: true } : {}),
  };
}

/** Milliseconds from which on a time is shown. */
const noticed = 1_000;

function foldCall(item: ToolItem, event: Extract<ItemEvent, { type: 'tool.updated' }>): ToolItem {
  const { draft, endedAt, ...kept } = item;
  const { call, at } = event;
  const isSettled = call.status !== 'pending' && call.status !== 'running';
  const begins = call.status === 'running' && item.call.status !== 'running';
  return {
    ...kept,
    call,
    // The user may have thought about it for long.
    ...(begins && at - item.at >= noticed ? { runningAt: at } : {}),
    // The whole input replaces its draft, even if it fits no family.
    ...(draft && !call.input && !call.otherInput ? { draft } : {}),
    ...(isSettled ? { endedAt: endedAt ?? at } : {}),
  };
}

function foldDraft(item: ToolItem, event: Extract<ItemEvent, { type: 'tool.delta' }>): ToolItem {
  const isSame = item.draft?.argument === event.argument;
  const text = isSame ? (item.draft?.text ?? '') + event.text : event.text;
  return { ...item, draft: { argument: event.argument, text } };
}
