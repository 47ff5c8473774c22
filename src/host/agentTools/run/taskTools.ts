import * as z from '../../../base/schema';
import { defineTool, failure, type ToolResult, textResult } from '../../../terminalServer/mcp/tool';
import type { EditorTool, ToolContext } from '../tool/editorTool';
import { shownPath } from '../tool/shownPath';
import { type FoundTask, findTask, findTestTask, fullName } from './taskNames';
import type { OfferedTask, TaskRunner } from './taskRunner';
import { runText, taskListText } from './taskText';
import type { TestFailures } from './testFailures';
import { failingTests } from './testOutputParser';

const timeout = z.optional(
  z
    .number()
    .check(
      z.minimum(1),
      z.maximum(1_800),
      z.describe('Seconds to wait for its end, 120 by default. The task goes on afterwards.'),
    ),
);
const characters = z.optional(
  z
    .int()
    .check(
      z.minimum(200),
      z.maximum(60_000),
      z.describe('Of the end of its output; 4000 by default.'),
    ),
);

/** Asks for permission: to list tasks, VS Code starts the programs of their providers. */
export function listTasks(runner: Pick<TaskRunner, 'tasks'>): EditorTool {
  return {
    group: 'other',
    make: () =>
      defineTool({
        name: 'list_tasks',
        title: 'List tasks',
        description:
          "The editor's tasks of the workspace (tasks.json, npm scripts, …) for run_task.",
        input: z.object({
          words: z.optional(z.string().check(z.describe('Part of the name.'))),
        }),
        run: async ({ words = '' }) => textResult(taskListText(await runner.tasks(), words)),
      }),
  };
}

export function runTask(runner: TaskRunner, failures: Failures): EditorTool {
  return {
    group: 'execution',
    make: context =>
      defineTool({
        name: 'run_task',
        title: 'Run task',
        description:
          "Runs one of the editor's tasks (see list_tasks) and waits for its end: exit code, problems that are new, the end of its output.",
        input: z.object({
          name: z.string().check(z.describe('As list_tasks has it: `build`, `npm: build`.')),
          timeout,
          characters,
        }),
        hints: { destructiveHint: true },
        run: async ({ name, ...limits }, { signal }) => {
          const tasks = await runner.tasks();
          const found = findTask(tasks, name);
          return found.kind === 'one'
            ? run({ runner, failures, signal, context }, found.task, limits)
            : notFound(found, tasks, `task "${name}"`);
        },
      }),
  };
}

export function runTests(runner: TaskRunner, failures: Failures): EditorTool {
  return {
    group: 'execution',
    make: context =>
      defineTool({
        name: 'run_tests',
        title: 'Run tests',
        description:
          "Runs the workspace's test task (group test, or the npm script `test`) and waits for its end: exit code, lines that report failures, new problems. test_failure reports the failures again.",
        input: z.object({
          name: z.optional(z.string().check(z.describe('Another task, as list_tasks has it.'))),
          timeout,
          characters,
        }),
        hints: { destructiveHint: true },
        run: async ({ name, ...limits }, { signal }) => {
          const tasks = await runner.tasks();
          const found = name === undefined ? findTestTask(tasks) : findTask(tasks, name);
          return found.kind === 'one'
            ? run({ runner, failures, signal, context }, found.task, limits, true)
            : notFound(found, tasks, name === undefined ? 'test task' : `task "${name}"`);
        },
      }),
  };
}

type Failures = Pick<TestFailures, 'noteRun'>;

interface TaskCall {
  readonly runner: TaskRunner;
  readonly failures: Failures;
  readonly signal: AbortSignal;
  readonly context: ToolContext;
}

async function run(
  { runner, failures, signal, context }: TaskCall,
  task: OfferedTask,
  limits: { timeout?: number | undefined; characters?: number | undefined },
  isTest = false,
): Promise<ToolResult> {
  const { cwd, clock } = context;
  const { timeout: seconds = 120, characters: length = 4_000 } = limits;
  const result = await runner.run(task, seconds * 1_000, signal, path => shownPath(cwd, path));
  if (result.outcome === 'ended' && result.output !== undefined) {
    const tests = result.exitCode === 0 ? [] : failingTests(result.output);
    failures.noteRun({
      task: fullName(task),
      cwd,
      at: clock.now(),
      exitCode: result.exitCode,
      tests,
    });
  }
  const { content } = textResult(runText(task, result, { characters: length, isTest }));
  // Flagged as an error, like a failing command: the model takes anything else for success.
  return { content, isError: (result.exitCode ?? 0) !== 0 };
}

function notFound(
  found: FoundTask<OfferedTask>,
  tasks: readonly OfferedTask[],
  wanted: string,
): ToolResult {
  if (found.kind === 'several') {
    const names = found.tasks.map(fullName).join('\n');
    return failure(`There is more than one ${wanted}. Name one of:\n${names}`);
  }
  return failure(`There is no ${wanted}. The workspace has:\n${taskListText(tasks, '')}`);
}
