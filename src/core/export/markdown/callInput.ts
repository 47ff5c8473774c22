import * as l10n from '@vscode/l10n';
import { toldTodoStatus } from '../../../contract/labels/statusLabels';
import type { TextEdit, ToolCall, ToolFamily, ToolInputs } from '../../../contract/tools';
import type { BlobResolver } from './blobResolver';
import { codeInText, fenced, languageOf, plainLine } from './fences';
import { todoLine } from './todoLine';
import { valuesMarkdown } from './valuesMarkdown';

/** The parts of a call that a view needs, with the input of its family. */
interface CallOf<F extends ToolFamily> extends Pick<ToolCall, 'target' | 'content'> {
  readonly family: F;
  readonly input?: ToolInputs[F];
}

/** Renders the input of one family, as paragraphs. */
type InputView<F extends ToolFamily> = (
  input: ToolInputs[F],
  call: CallOf<F>,
  blobs: BlobResolver,
) => readonly string[];

const nothing = () => [];

const views: { readonly [F in ToolFamily]: InputView<F> } = {
  bash: ({ command }, _, blobs) => [fenced(blobs.text(command), 'sh')],
  shellOutput: ({ filter }) =>
    filter === undefined ? [] : [l10n.t('Lines that match {0}', codeInText(filter))],
  shellStop: nothing,
  read: (input, call) => (has(call, 'file') ? [] : partOf(input)),
  list: nothing,
  glob: ({ path }) => searchedIn(path),
  grep: ({ path, glob }) => searchedIn(path, glob),
  edit: ({ edits }, call, blobs) =>
    hasDiff(call) ? [] : edits.map(edit => fenced(replacement(edit, blobs), 'diff')),
  write: ({ content, path }, call, blobs) =>
    hasDiff(call) ? [] : [fenced(blobs.text(content), languageOf(path))],
  notebookEdit: ({ source, cellType, editMode }, call, blobs) =>
    hasDiff(call) || editMode === 'delete'
      ? []
      : [fenced(blobs.text(source), cellType === 'markdown' ? 'markdown' : 'python')],
  webFetch: ({ url, prompt }, { target }) => [
    ...(url === target ? [] : [plainLine(url)]),
    ...(prompt === undefined ? [] : [l10n.t('Asks the page: {0}', plainLine(prompt))]),
  ],
  webSearch: ({ query }, { target }) => (query === target ? [] : [plainLine(query)]),
  todoWrite: ({ todos }, call) => (has(call, 'todos') ? [] : [todos.map(todoLine).join('\n')]),
  task: ({ taskId, subject, description, status }, { target }) => [
    valuesMarkdown({
      [l10n.t('Task')]: taskId === undefined || target === `#${taskId}` ? undefined : `#${taskId}`,
      [l10n.t('Subject')]: subject === target ? undefined : subject,
      [l10n.t('Description')]: description === subject ? undefined : description,
      [l10n.t('Status')]: status === undefined ? undefined : toldTodoStatus(status),
    }),
  ],
  agent: ({ agentType, prompt }, _, blobs) => [
    ...(agentType === undefined ? [] : [plainLine(agentType)]),
    `${l10n.t('Prompt:')}\n\n${fenced(blobs.text(prompt), 'text')}`,
  ],
  skill: ({ args }) => (args === undefined || args === '' ? [] : [fenced(args, 'text')]),
  slashCommand: ({ command }, { target }) => (command === target ? [] : [fenced(command, 'text')]),
  question: ({ questions }, call) =>
    has(call, 'answers')
      ? []
      : questions.map(({ question, options }) =>
          [
            plainLine(question),
            '',
            ...options.map(({ label, description }) =>
              description === undefined
                ? `- ${plainLine(label)}`
                : `- ${plainLine(label)}: ${plainLine(description)}`,
            ),
          ].join('\n'),
        ),
  plan: ({ plan }, call, blobs) =>
    plan === undefined || has(call, 'markdown') ? [] : [fenced(blobs.text(plan), 'markdown')],
  mcp: (input, _, blobs) => [valuesOf(input.arguments, blobs)],
  other: (input, _, blobs) => [valuesOf(input.arguments, blobs)],
};

/** Renders what a call was asked to do, without what its result repeats. */
export function inputMarkdown(call: ToolCall, blobs: BlobResolver): readonly string[] {
  const { otherInput = {} } = call;
  // Claude Code writes the answers into the input before it runs the tool.
  const { answers: _, ...unanswered } = otherInput;
  const rest = has(call, 'answers') ? unanswered : otherInput;
  return [...known(call, blobs), valuesOf(rest, blobs)];
}

function known<F extends ToolFamily>(call: CallOf<F>, blobs: BlobResolver): readonly string[] {
  const { family, input } = call;
  return input === undefined ? [] : views[family](input, call, blobs);
}

function valuesOf(values: Readonly<Record<string, unknown>>, blobs: BlobResolver): string {
  const whole = Object.entries(values).map(([name, value]) => [name, blobs.values(value)]);
  return valuesMarkdown(Object.fromEntries(whole));
}

function has(
  { content: contents }: Pick<ToolCall, 'content'>,
  type: ToolCall['content'][number]['type'],
): boolean {
  return contents.some(content => content.type === type);
}

function hasDiff({ content: contents }: Pick<ToolCall, 'content'>): boolean {
  return contents.some(content => content.type === 'diff' && content.hunks.length > 0);
}

function partOf({ offset, limit, pages }: ToolInputs['read']): string[] {
  if (pages !== undefined) {
    return [plainLine(l10n.t('Pages {0}', pages))];
  }
  if (offset === undefined && limit === undefined) {
    return [];
  }
  const first = offset ?? 1;
  return [
    limit === undefined
      ? l10n.t('from line {0}', first)
      : l10n.t('lines {0}–{1}', first, first + limit - 1),
  ];
}

function searchedIn(path: string | undefined, files?: string): string[] {
  const parts = [
    ...(path === undefined ? [] : [l10n.t('in {0}', codeInText(path))]),
    ...(files === undefined ? [] : [l10n.t('files {0}', codeInText(files))]),
  ];
  return parts.length === 0 ? [] : [parts.join(' ')];
}

/** Renders the lines that differ, or both texts if lines do not show the difference. */
function replacement({ oldText, newText, hunks }: TextEdit, blobs: BlobResolver): string {
  if (hunks !== undefined) {
    // Their numbers are those of lines in the texts, not in the file.
    return hunks.map(hunk => hunk.lines.join('\n')).join('\n@@\n');
  }
  const lines = (mark: string, text: string) =>
    text === '' ? [] : text.split('\n').map(line => mark + line);
  return [...lines('-', blobs.text(oldText)), ...lines('+', blobs.text(newText))].join('\n');
}
