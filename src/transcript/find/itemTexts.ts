import { plainOutput } from '../../base/plainOutput';
import { availableText, type Hunk, type Text } from '../../contract/content';
import type { Item, ToolItem } from '../../contract/conversation';
import type { Notice } from '../../contract/notices';
import type { TextEdit, ToolCall, ToolContent } from '../../contract/tools';
import { shownContents } from '../shownContents';
import { isTodoCall } from '../todoCalls';

/** Text of an item, about as a page shows it. */
export interface ItemText {
  readonly text: string;
  readonly isMarkdown?: true;
}

/** Arguments nest no deeper, except to do harm. */
const deepest = 20;

/** Returns the texts of an item. A text that the host stores has only its beginning there. */
export function itemTexts(item: Item): readonly ItemText[] {
  switch (item.kind) {
    case 'prompt':
      return [plain(item.text)];
    case 'text':
    case 'thinking':
      return [markdown(item.text)];
    case 'tool':
      return callTexts(item);
    case 'ask':
      // All other requests are about calls, which have the same texts.
      return item.prompt.kind === 'elicitation' ? [plain(item.prompt.message)] : [];
    case 'notice':
      return noticeTexts(item.notice);
    case 'unknown':
      return [];
  }
}

function plain(text: Text): ItemText {
  return { text: availableText(text) };
}

function markdown(text: Text): ItemText {
  return { ...plain(text), isMarkdown: true };
}

function noticeTexts(notice: Notice): readonly ItemText[] {
  switch (notice.kind) {
    case 'info':
    case 'warning':
    case 'hook':
      return [plain(notice.text)];
    case 'commandOutput':
      return [plain(notice.command ?? ''), markdown(plainOutput(notice.text))];
    case 'terminalOnly':
      return [plain(notice.command)];
    case 'compacted':
      return [markdown(notice.summary ?? '')];
    default:
      return [];
  }
}

function callTexts(item: ToolItem): readonly ItemText[] {
  const { call, files = [], notes = [], draft } = item;
  if (isTodoCall(item)) {
    return todoTexts(call);
  }
  const hunks = hunksOf(call, files);
  const target = call.target ?? '';
  const inputs = hunks.length > 0 ? [] : inputTexts(call);
  // The target repeats an argument, in part or with others.
  const isRepeated = inputs.some(({ text }) => text.includes(target));
  const isTitled = call.family !== 'bash' || target === '';
  return [
    ...(isTitled ? [plain(call.title)] : []),
    ...(isRepeated ? [] : [plain(target)]),
    ...inputs.filter(({ text }) => isRepeated || !target.includes(text)),
    ...(call.input === undefined && draft ? [plain(draft.text)] : []),
    ...notes.map(plain),
    ...hunks.flatMap(({ lines }) => lines.map(line => plain(line.slice(1)))),
    ...shownContents(call).flatMap(content => contentTexts(content, hunks.length > 0)),
    ...files.flatMap(({ detail }) => (detail === undefined ? [] : [plain(detail)])),
  ];
}

/** Returns what the line of a to-do list shows of an update. */
function todoTexts({ family, input, content }: ToolCall): readonly ItemText[] {
  const listed = content.find(one => one.type === 'todos')?.todos;
  const todos = listed ?? (family === 'todoWrite' ? input?.todos : undefined) ?? [];
  const { action, subject = '', description = '' } = (family === 'task' && input) || {};
  const told = action === 'create' ? [subject, description === subject ? '' : description] : [];
  return [...todos.map(({ text }) => text), ...told].map(plain);
}

/** Returns the lines of a change that its card shows: as it is on disk, or else as the tool says. */
function hunksOf(call: ToolCall, files: NonNullable<ToolItem['files']>): readonly Hunk[] {
  const onDisk = files.find(({ via }) => via !== 'command')?.hunks ?? [];
  return onDisk.length > 0
    ? onDisk
    : call.content.flatMap(content => (content.type === 'diff' ? content.hunks : []));
}

function inputTexts(call: ToolCall): readonly ItemText[] {
  if (call.family === 'plan') {
    return [markdown(call.input?.plan ?? '')];
  }
  if (call.family === 'agent') {
    const { description = '', prompt = '' } = call.input ?? {};
    return [plain(description), markdown(prompt)];
  }
  const input = call.family === 'edit' ? call.input?.edits.map(editedTexts) : call.input;
  return [...stringsIn(input), ...stringsIn(call.otherInput)];
}

/** Returns the lines that an edit is to change, or both texts if lines do not show that. */
function editedTexts({ oldText, newText, hunks }: TextEdit): readonly Text[] {
  return hunks?.flatMap(({ lines }) => lines.map(line => line.slice(1))) ?? [oldText, newText];
}

function stringsIn(value: unknown, depth = 0): readonly ItemText[] {
  if (typeof value === 'string') {
    return [plain(value)];
  }
  if (typeof value !== 'object' || value === null || depth > deepest) {
    return [];
  }
  if ('blob' in value && 'preview' in value && typeof value.preview === 'string') {
    return [plain(value.preview)];
  }
  return Object.values(value).flatMap(member => stringsIn(member, depth + 1));
}

function contentTexts(content: ToolContent, hasLines: boolean): readonly ItemText[] {
  switch (content.type) {
    case 'text':
      // The card of a change does without the sentence that says so.
      return hasLines ? [] : [plain(content.text)];
    case 'markdown':
      return [markdown(content.text)];
    case 'terminal':
      return [content.stdout, content.stderr].map(text => plain(plainOutput(plain(text).text)));
    case 'file':
    case 'error':
      return [plain(content.text)];
    case 'matches':
      return [content.heading, ...pathsAndLines(content.matches)].map(text => plain(text ?? ''));
    case 'links':
      return content.links.map(({ title, url }) => plain(title === '' ? url : title));
    case 'todos':
      return content.todos.map(({ text }) => plain(text));
    case 'answers':
      return content.answers.flatMap(({ question, answer }) => [plain(question), plain(answer)]);
    case 'fields':
      return content.fields.flatMap(({ name, value }) => [plain(name), plain(value)]);
    case 'diff':
    case 'image':
      return [];
  }
}

type Matches = Extract<ToolContent, { type: 'matches' }>['matches'];

/** Returns each path once, before its lines. */
function pathsAndLines(matches: Matches): readonly string[] {
  const known = new Set<string>();
  return matches.flatMap(({ path, text, reason }) => {
    const paths = known.has(path) ? [] : [path];
    known.add(path);
    return [...paths, text ?? reason ?? ''];
  });
}
