import type { JsonObject } from '../base/json';
import * as z from '../base/schema';
import { flag, lenient, lenientList, number, text } from './lenient';

/** Inputs of the CLI's built-in tools, with their names on the wire. */
const toolInputs = {
  bash: z.looseObject({
    command: z.string(),
    description: text,
    timeout: number,
    run_in_background: flag,
  }),
  /** BashOutput up to 2.0.55, TaskOutput after it. */
  shellOutput: z.looseObject({ bash_id: text, task_id: text, filter: text }),
  /** KillShell up to 2.1.7, TaskStop after it. */
  shellStop: z.looseObject({ shell_id: text, task_id: text }),
  read: z.looseObject({ file_path: z.string(), offset: number, limit: number, pages: text }),
  list: z.looseObject({ path: z.string() }),
  glob: z.looseObject({ pattern: z.string(), path: text }),
  grep: z.looseObject({ pattern: z.string(), path: text, glob: text, output_mode: text }),
  edit: z.looseObject({
    file_path: z.string(),
    old_string: z.string(),
    new_string: z.string(),
    replace_all: flag,
  }),
  multiEdit: z.looseObject({
    file_path: z.string(),
    edits: z.array(
      z.looseObject({ old_string: z.string(), new_string: z.string(), replace_all: flag }),
    ),
  }),
  write: z.looseObject({ file_path: z.string(), content: z.string() }),
  notebookEdit: z.looseObject({
    notebook_path: z.string(),
    new_source: z.string(),
    cell_id: text,
    cell_type: lenient(z.enum(['code', 'markdown'])),
    edit_mode: lenient(z.enum(['replace', 'insert', 'delete'])),
  }),
  webFetch: z.looseObject({ url: z.string(), prompt: text }),
  webSearch: z.looseObject({ query: z.string() }),
  todoWrite: z.looseObject({
    todos: z.array(z.looseObject({ content: z.string(), status: z.string(), activeForm: text })),
  }),
  taskCreate: z.looseObject({ subject: z.string(), description: text, activeForm: text }),
  taskUpdate: z.looseObject({
    taskId: z.string(),
    subject: text,
    description: text,
    activeForm: text,
    status: text,
  }),
  taskGet: z.looseObject({ taskId: z.string() }),
  taskList: z.looseObject({}),
  agent: z.looseObject({
    description: text,
    prompt: z.string(),
    subagent_type: text,
    run_in_background: flag,
  }),
  /** `command` up to 2.0.36, `skill` after it. */
  skill: z.looseObject({ skill: text, command: text, args: text }),
  slashCommand: z.looseObject({ command: z.string() }),
  question: z.looseObject({
    questions: z.array(
      z.looseObject({
        question: z.string(),
        header: text,
        multiSelect: flag,
        options: lenientList(
          z.looseObject({ label: z.string(), description: text, preview: text }),
        ),
      }),
    ),
  }),
  /** May be empty: since 2.1.329 the plan is a file, whose text and path are filled in here. */
  plan: z.looseObject({ plan: text, planFilePath: text }),
} as const;

export type WireInputs = { [Name in keyof typeof toolInputs]: z.output<(typeof toolInputs)[Name]> };

/** Parsed input, and the members that the schema does not name or could not take. */
export interface ReadInput<T> {
  readonly value: T | undefined;
  readonly rest: JsonObject;
}

export function readToolInput<Name extends keyof WireInputs>(
  name: Name,
  wire: JsonObject,
): ReadInput<WireInputs[Name]> {
  const schema = toolInputs[name];
  const parsed = schema.safeParse(wire);
  if (!parsed.success) {
    return { value: undefined, rest: wire };
  }
  const value = parsed.data as JsonObject;
  const rest = Object.entries(wire).filter(
    ([key, member]) =>
      !Object.hasOwn(schema.shape, key) || (value[key] === undefined && member !== undefined),
  );
  return { value: parsed.data as WireInputs[Name], rest: Object.fromEntries(rest) };
}
