import type { JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ToolFamily, ToolInputs } from '../../../contract/tools';
import { splitToolName } from '../../../protocol/editorServer';
import { readToolInput } from '../../../protocol/toolInputs';
import { absolutePath } from '../text/absolutePath';
import { boundedText } from '../text/foreignText';
import { toTodos } from '../text/toTodos';
import type { AcpDiff } from '../wire/toolCall';
import { Members } from './members';

/** Call whose input is read. */
export interface CallFacts {
  readonly names: readonly string[];
  readonly wire: JsonObject;
  readonly cwd: string;
  /** Path that its content or its locations name, for agents whose input has none. */
  readonly path: string | undefined;
  readonly diffs: readonly AcpDiff[];
  /** The agent's title, which is the command where nothing else is. */
  readonly title: string;
}

type Read<F extends ToolFamily> = (members: Members, facts: CallFacts) => ToolInputs[F] | undefined;

const cellTypes = ['code', 'markdown'] as const;
const editModes = ['replace', 'insert', 'delete'] as const;

const paths = ['file_path', 'filePath', 'path', 'absolute_path', 'abs_path', 'target_file', 'uri'];
const oldTexts = ['old_string', 'oldString', 'oldText', 'old_str'];
const newTexts = ['new_string', 'newString', 'newText', 'new_str'];

const readers: { readonly [F in ToolFamily]: Read<F> } = {
  bash: (members, { title }) => {
    const command = members.text('command', 'cmd', 'script') ?? commandOf(members);
    const shown = command ?? title.replace(/^`([^`]*)`$/, '$1');
    return shown === ''
      ? undefined
      : omitUndefined({
          command: boundedText(shown),
          description: members.text('description'),
          background: members.flag('run_in_background', 'is_background', 'background'),
          timeoutMs: members.count('timeout', 'timeout_ms', 'timeoutMs'),
        });
  },
  shellOutput: () => undefined,
  shellStop: () => undefined,
  read: (members, facts) => {
    const path = pathIn(members, facts);
    return path === undefined
      ? undefined
      : omitUndefined({
          path,
          offset: members.count('offset', 'line', 'start_line'),
          limit: members.count('limit'),
          pages: members.text('pages'),
        });
  },
  list: (members, facts) => {
    const path = pathIn(members, facts, 'dir_path');
    return path === undefined ? undefined : { path };
  },
  glob: (members, facts) => {
    const pattern = members.text('pattern', 'glob', 'glob_pattern');
    const path = pathIn(members, { ...facts, path: undefined }, 'dir_path');
    return pattern === undefined ? undefined : omitUndefined({ pattern, path });
  },
  grep: (members, facts) => {
    const pattern = members.text('pattern', 'query', 'regex');
    const path = pathIn(members, { ...facts, path: undefined }, 'dir_path');
    const glob = members.text('glob', 'include', 'include_pattern');
    const outputMode = members.text('output_mode');
    return pattern === undefined ? undefined : omitUndefined({ pattern, path, glob, outputMode });
  },
  edit: editInput,
  write: (members, facts) => {
    const path = pathIn(members, facts);
    const content =
      members.text('content', 'contents', 'file_text', 'text') ?? facts.diffs[0]?.newText;
    return path === undefined || content === undefined
      ? undefined
      : { path, content: boundedText(content) };
  },
  notebookEdit: (members, facts) => {
    const path = pathIn(members, facts, 'notebook_path');
    const source = members.text('new_source');
    const cellType = members.text('cell_type');
    const editMode = members.text('edit_mode');
    return path === undefined || source === undefined
      ? undefined
      : omitUndefined({
          path,
          source: boundedText(source),
          cellId: members.text('cell_id'),
          cellType: cellTypes.find(one => one === cellType),
          editMode: editModes.find(one => one === editMode) ?? 'replace',
        });
  },
  webFetch: members => {
    const prompt = members.text('prompt');
    // Gemini names the address within its prompt.
    const url = members.text('url', 'uri') ?? /https?:\/\/[^\s"'<>)]+/.exec(prompt ?? '')?.[0];
    return url === undefined ? undefined : omitUndefined({ url, prompt });
  },
  webSearch: members => {
    const query = members.text('query');
    return query === undefined ? undefined : { query };
  },
  todoWrite: members => {
    const todos = members.objects('todos', 'plan', 'entries');
    return todos && { todos: toTodos(todos) };
  },
  task: () => undefined,
  agent: members => {
    const prompt = members.text('prompt');
    return prompt === undefined
      ? undefined
      : omitUndefined({
          description: members.text('description') ?? '',
          prompt: boundedText(prompt),
          agentType: members.text('subagent_type', 'subagent', 'agent'),
          background: members.flag('run_in_background'),
        });
  },
  skill: members => {
    const name = members.text('skill', 'name', 'command');
    return name === undefined ? undefined : omitUndefined({ name, args: members.text('args') });
  },
  slashCommand: () => undefined,
  question: (members, { wire }) => {
    const { value } = readToolInput('question', wire);
    members.list('questions');
    return (
      value && {
        questions: value.questions.map(one =>
          omitUndefined({
            question: one.question,
            header: one.header,
            multiSelect: one.multiSelect ?? false,
            options: one.options.map(({ label, description, preview }) =>
              omitUndefined({ label, description, preview }),
            ),
          }),
        ),
      }
    );
  },
  plan: members => {
    const plan = members.text('plan');
    return omitUndefined({
      plan: plan === undefined ? undefined : boundedText(plan),
      path: members.text('planFilePath', 'path'),
    });
  },
  mcp: (_members, { names, wire }) => {
    const [parts] = names.flatMap(name => splitToolName(name) ?? []);
    return parts && { ...parts, arguments: wire };
  },
  other: (_members, { wire }) => ({ arguments: new Members(wire).rest() }),
};

/** Reads the input of a call; `rest` are members that the family does not show. */
export function readCallInput(
  family: ToolFamily,
  facts: CallFacts,
): { readonly input: ToolInputs[ToolFamily] | undefined; readonly rest: JsonObject } {
  const members = new Members(facts.wire);
  const input = readers[family](members, facts);
  return { input, rest: family === 'mcp' || family === 'other' ? {} : members.rest() };
}

function editInput(members: Members, facts: CallFacts): ToolInputs['edit'] | undefined {
  const path = pathIn(members, facts);
  const listed = members.objects('edits')?.map(one => editOf(new Members(one)));
  const single = editOf(members);
  const known = listed ?? (single ? [single] : []);
  const fromDiffs = facts.diffs
    .filter(diff => path === undefined || absolutePath(diff.path, facts.cwd) === path)
    .map(({ oldText, newText }) => ({
      oldText: boundedText(oldText ?? ''),
      newText: boundedText(newText),
    }));
  const edits = known.flatMap(one => one ?? []);
  const shown = edits.length > 0 ? edits : fromDiffs;
  return path === undefined || shown.length === 0 ? undefined : { path, edits: shown };
}

function editOf(members: Members) {
  const oldText = members.text(...oldTexts);
  const newText = members.text(...newTexts);
  const replaceAll = members.flag('replace_all', 'replaceAll');
  return oldText === undefined || newText === undefined
    ? undefined
    : omitUndefined({
        oldText: boundedText(oldText),
        newText: boundedText(newText),
        replaceAll,
      });
}

function pathIn(members: Members, { cwd, path }: CallFacts, ...more: readonly string[]) {
  const text = members.text(...more, ...paths);
  return (text === undefined ? undefined : absolutePath(text, cwd)) ?? path;
}

/** Codex names a command by its arguments, mostly `bash -lc <line>`; others part the program off. */
function commandOf(members: Members): string | undefined {
  const program = members.text('executable', 'program');
  const listed = members.list('command', 'argv', 'args')?.map(String) ?? [];
  const words = program === undefined ? listed : [program, ...listed];
  if (words.length === 0) {
    return undefined;
  }
  const [shell = '', flag = '', line] = words;
  const isShell = words.length === 3 && /(?:^|[\\/])\w*sh(?:\.exe)?$/.test(shell);
  return isShell && /^-l?c$/.test(flag) && line !== undefined ? line : words.join(' ');
}
