import { isObject } from '../base/json';
import * as z from '../base/schema';
import { flag, lenient, lenientList, number, text } from './lenient';

const patch = lenientList(
  z.looseObject({
    oldStart: z.number(),
    oldLines: z.number(),
    newStart: z.number(),
    newLines: z.number(),
    lines: z.array(z.string()),
  }),
);

const todo = z.looseObject({ content: z.string(), status: z.string(), activeForm: text });
const task = z.looseObject({
  id: z.string(),
  subject: z.string(),
  status: text,
  description: text,
  blockedBy: lenient(z.array(z.string())),
});

/** Tool results in parts: `tool_use_result` of a user frame, `toolUseResult` of a stored line. */
export const toolResults = {
  bash: z.looseObject({
    stdout: z.string(),
    stderr: z.catch(z.string(), ''),
    interrupted: flag,
    isImage: flag,
    backgroundTaskId: text,
    persistedOutputPath: text,
  }),
  shellOutput: z.looseObject({ stdout: z.string(), stderr: text, exitCode: number }),
  taskOutput: z.looseObject({
    task: z.looseObject({ output: text, exitCode: number, status: text }),
  }),
  readText: z.looseObject({
    type: z.literal('text'),
    file: z.looseObject({
      filePath: z.string(),
      content: z.string(),
      startLine: number,
      totalLines: number,
    }),
  }),
  readImage: z.looseObject({
    type: z.literal('image'),
    file: z.looseObject({ base64: z.string(), type: text }),
  }),
  glob: z.looseObject({
    filenames: z.array(z.string()),
    numFiles: number,
    totalMatches: number,
    truncated: flag,
  }),
  grep: z.looseObject({
    mode: text,
    filenames: lenientList(z.string()),
    content: text,
    numFiles: number,
    numLines: number,
    numMatches: number,
    totalFiles: number,
    appliedLimit: number,
  }),
  edit: z.looseObject({
    filePath: z.string(),
    structuredPatch: patch,
    originalFile: z.catch(z.nullish(z.string()), undefined),
  }),
  write: z.looseObject({
    type: text,
    filePath: z.string(),
    content: z.string(),
    structuredPatch: patch,
    originalFile: z.catch(z.nullish(z.string()), undefined),
  }),
  notebookEdit: z.looseObject({
    new_source: z.string(),
    old_source: text,
    cell_id: text,
    edit_mode: text,
    /** From 2.1.7 on. */
    notebook_path: text,
    original_file: text,
    error: text,
  }),
  webFetch: z.looseObject({ result: z.string() }),
  webSearch: z.looseObject({ results: z.array(z.unknown()) }),
  todoWrite: z.looseObject({ newTodos: z.array(todo) }),
  taskOne: z.looseObject({ task }),
  taskList: z.looseObject({ tasks: lenientList(task) }),
  agent: z.looseObject({
    status: text,
    isAsync: flag,
    content: z.optional(z.unknown()),
    totalTokens: number,
    totalToolUseCount: number,
    totalDurationMs: number,
  }),
  question: z.looseObject({ answers: z.record(z.string(), z.unknown()) }),
  plan: z.looseObject({ plan: z.catch(z.nullish(z.string()), undefined), filePath: text }),
} as const;

export type ToolResults = {
  [Name in keyof typeof toolResults]: z.output<(typeof toolResults)[Name]>;
};

/** Returns `undefined` for another shape: a string for failures, absent for subagents. */
export function readToolResult<Name extends keyof ToolResults>(
  name: Name,
  wire: unknown,
): ToolResults[Name] | undefined {
  if (!isObject(wire)) {
    return undefined;
  }
  const parsed = toolResults[name].safeParse(wire);
  return parsed.success ? (parsed.data as ToolResults[Name]) : undefined;
}
