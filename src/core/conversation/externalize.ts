import { isObject } from '../../base/json';
import type { Text } from '../../contract/content';
import type { ConversationEvent, QueuedMessage } from '../../contract/events';
import type { Notice } from '../../contract/notices';
import type { ToolCall, ToolContent, ToolFamily, ToolInputs } from '../../contract/tools';
import type { BlobStore } from './blobStore';
import { boundedEvent, fitsPost } from './boundedEvent';
import { withEditHunks, withoutHunks } from './editHunks';

/** Moves an event's long texts and images into the store, so that it is small enough to post. */
export function externalize(event: ConversationEvent, store: BlobStore): ConversationEvent {
  const small = withReferences(event, store);
  // A list of lines that is cut off would look like the whole change.
  return fitsPost(small) ? small : boundedEvent(withoutHunks(small));
}

function withReferences(event: ConversationEvent, store: BlobStore): ConversationEvent {
  switch (event.type) {
    case 'tool.updated':
      return { ...event, call: externalizeCall(event.call, store) };
    case 'prompt.sent':
      return {
        ...event,
        text: long(event.text, store),
        images: event.images.map(image => store.image(image)),
        ...(event.agentText === undefined ? {} : { agentText: long(event.agentText, store) }),
        ...(event.context ? { context: event.context.map(one => store.context(one)) } : {}),
      };
    case 'queue.changed':
      return {
        ...event,
        queue: event.queue.map(message => withoutData(message, store)),
      };
    case 'sending.changed':
      return { ...event, sending: event.sending.map(message => withoutData(message, store)) };
    case 'prompt.opened': {
      const { prompt } = event;
      // A server's request is small from the start.
      return prompt.kind === 'elicitation'
        ? event
        : { ...event, prompt: { ...prompt, call: externalizeCall(prompt.call, store) } };
    }
    case 'shell.changed':
      return { ...event, line: { ...event.line, output: long(event.line.output, store) } };
    case 'unknown':
      return { ...event, what: cut(event.what) };
    case 'notice':
      return { ...event, notice: shortNotice(event.notice) };
    default:
      return event;
  }
}

function withoutData(message: QueuedMessage, store: BlobStore): QueuedMessage {
  return { ...message, images: message.images.map(image => store.image(image)) };
}

/** UTF-16 units of a notice: it has no expander that could fetch the rest. */
const longestNotice = 64 * 1024;

function shortNotice(notice: Notice): Notice {
  if ('text' in notice) {
    return { ...notice, text: cut(notice.text) };
  }
  return notice.kind === 'compacted' && notice.summary !== undefined
    ? { ...notice, summary: cut(notice.summary) }
    : notice;
}

function cut(text: string): string {
  return text.length > longestNotice ? `${text.slice(0, longestNotice)}…` : text;
}

/** UTF-16 units. Larger changes are shown in the diff editor, which the card opens. */
const longestDiff = 128 * 1024;

function lengthOf({ hunks }: Extract<ToolContent, { type: 'diff' }>): number {
  return hunks.reduce(
    (sum, hunk) => sum + hunk.lines.reduce((length, line) => length + line.length + 4, 0),
    0,
  );
}

function externalizeCall(call: ToolCall, store: BlobStore): ToolCall {
  const { input, otherInput, content } = call;
  return {
    ...call,
    ...(input ? { input: externalizeInput(call, store) } : {}),
    ...(otherInput ? { otherInput: walk(otherInput, store) } : {}),
    content: content.map(part => externalizeContent(part, store)),
  } as ToolCall;
}

/** Input members that may be long. All others are plain strings wherever they are read. */
const longMembers: { readonly [F in ToolFamily]?: readonly (keyof ToolInputs[F])[] } = {
  bash: ['command'],
  edit: ['edits'],
  write: ['content'],
  notebookEdit: ['source'],
  agent: ['prompt'],
  plan: ['plan'],
  mcp: ['arguments'],
  other: ['arguments'],
};

function externalizeInput(call: ToolCall, store: BlobStore): unknown {
  const { family, input } = call;
  if (call.family === 'edit' && call.input && needsHunks(call)) {
    const edits = withEditHunks(call.input.edits).map(({ hunks, ...edit }) => ({
      ...walk(edit, store),
      ...(hunks ? { hunks } : {}),
    }));
    return { ...call.input, edits };
  }
  const members: readonly PropertyKey[] = longMembers[family] ?? [];
  return withMembers(input ?? {}, (value, key) =>
    members.includes(key) ? walkValue(value, store) : value,
  );
}

/** Once the result has a diff, the card shows that one. */
function needsHunks({ content }: ToolCall): boolean {
  return !content.some(part => part.type === 'diff' && part.hunks.length > 0);
}

/** Returns the same object if nothing changes: hardly any member is long. */
function withMembers(value: object, change: (member: unknown, key: string) => unknown): object {
  let changed: Record<string, unknown> | undefined;
  for (const [key, member] of Object.entries(value)) {
    const next = change(member, key);
    if (next !== member) {
      changed ??= { ...value };
      changed[key] = next;
    }
  }
  return changed ?? value;
}

function externalizeContent(part: ToolContent, store: BlobStore): ToolContent {
  switch (part.type) {
    case 'image':
      return { ...part, image: store.image(part.image) };
    case 'diff':
      return lengthOf(part) > longestDiff ? { ...part, hunks: [] } : part;
    case 'todos':
    case 'links':
    case 'matches':
    case 'answers':
      return part;
    default:
      return walk(part, store);
  }
}

/** Nesting limit: no tool's input goes deeper, and every transport to the page has some limit. */
const deepest = 100;

function walk<T>(value: T, store: BlobStore): T {
  return walkValue(value, store) as T;
}

function walkValue(value: unknown, store: BlobStore, depth = 0): unknown {
  if (depth > deepest && typeof value === 'object') {
    return '…';
  }
  if (typeof value === 'string') {
    return store.text(value);
  }
  if (Array.isArray(value)) {
    return value.map(item => walkValue(item, store, depth + 1));
  }
  if (isObject(value)) {
    return withMembers(value, member => walkValue(member, store, depth + 1));
  }
  return value;
}

function long(text: Text, store: BlobStore): Text {
  return typeof text === 'string' ? store.text(text) : text;
}
