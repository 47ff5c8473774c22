import { stat } from 'node:fs/promises';
import { UserError } from '../../../base/errors';
import * as z from '../../../base/schema';
import { type Batch, isOver, type Run } from '../../../core/runs/run';
import { defineTool, failure, textResult } from '../../../terminalServer/mcp/tool';
import { EditorReader } from '../../agentTools/read/editorReader';
import { counted } from '../../agentTools/read/text/listing';
import { linesText } from '../../nativeText/neutral';
import type { UnaskedRun } from '../../runs/startUnasked';
import type { SharedContext, SharedTool } from '../tool/sharedTool';

/** UTF-16 units of a prompt. */
const longestPrompt = 20_000;
const mostFiles = 50;
/** Seconds for which a caller may wait. */
const longestWait = 600;

const input = z.object({
  prompt: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(longestPrompt),
      z.describe("What Tandem's agent should do. It knows nothing of this conversation."),
    ),
  files: z.optional(
    z
      .array(z.string().check(z.minLength(1)))
      .check(
        z.maxLength(mostFiles),
        z.describe('Runs the prompt once for each of these files. Absent: once, for the folder.'),
      ),
  ),
  inWorktrees: z.optional(
    z
      .boolean()
      .check(
        z.describe('Work in a new git worktree, so that the folder stays as it is. Default false.'),
      ),
  ),
  waitSeconds: z.optional(
    z
      .int()
      .check(
        z.minimum(0),
        z.maximum(longestWait),
        z.describe('How long to wait for results. Default 0: the runs go on in the background.'),
      ),
  ),
});

/** Lets Tandem's agent carry out a prompt in the background, after the user's yes. */
export const runPrompt: SharedTool = {
  isSafe: false,
  make: context =>
    defineTool({
      name: 'tandem_runPrompt',
      title: 'Run a prompt',
      description:
        "Starts Tandem's coding agent in the background with a prompt, in this project and under the user's permission rules. The user is asked first, and sees the run and its result in the view Runs of Tandem. Use it to hand over a task of its own.",
      input,
      async run({ waitSeconds = 0, ...given }, { signal }) {
        const wanted = await wantedRun(given, context);
        const isAllowed = (await context.confirmRun?.(wanted, signal)) ?? true;
        if (!isAllowed || signal.aborted) {
          return failure(
            'The user did not allow this run. Do not try to do the same in another way.',
          );
        }
        const { id } = await context.features.startRun(wanted);
        return textResult(await followed(id, waitSeconds, context, signal));
      },
    }),
};

/** @returns undefined if the input is not one of the tool */
export function readWanted(given: unknown): Omit<UnaskedRun, 'folder'> | undefined {
  const { data } = z.safeParse(input, given);
  const { files = [], inWorktrees = false, prompt = '' } = data ?? {};
  const shown = visible(prompt);
  return data && shown !== '' ? { prompt: shown, files, inWorktrees } : undefined;
}

/** Returns what is sent, which is exactly what the user sees. */
function visible(prompt: string): string {
  return linesText(prompt).trim();
}

/** @throws UserError `tool.badInput`, `file.outside`, `file.secret`, `file.denied`, `file.none` */
async function wantedRun(
  { prompt, files = [], inWorktrees = false }: Omit<z.output<typeof input>, 'waitSeconds'>,
  context: SharedContext,
): Promise<UnaskedRun> {
  const { paths } = EditorReader.of(context);
  const absolute = await Promise.all(files.map(path => paths.readable(path)));
  const found = await Promise.all(absolute.map(path => stat(path).catch(() => undefined)));
  const missing = files.find((_, index) => !found[index]?.isFile());
  if (missing !== undefined) {
    throw new UserError('file.none', `${missing} is not a file. Name files, not folders.`);
  }
  const shown = visible(prompt);
  if (shown === '') {
    throw new UserError('tool.badInput', 'The prompt has no visible text.');
  }
  return {
    prompt: shown,
    files: [...new Set(absolute)],
    ...{ folder: context.runFolder, inWorktrees },
  };
}

/** Waits until all runs are over, the time has passed, or the caller gives up, which stops them. */
async function followed(
  id: string,
  waitSeconds: number,
  { features, clock }: SharedContext,
  signal: AbortSignal,
): Promise<string> {
  const runs = await features.runs();
  const batch = () => runs.book.batch(id);
  const isDone = () => batch()?.runs.every(isOver) ?? true;
  await new Promise<void>(resolve => {
    const end = () => {
      following.dispose();
      timer.dispose();
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      runs.stop(batch()?.runs.map(run => run.id) ?? []);
      end();
    };
    const following = runs.onChanged(() => isDone() && end());
    const timer = clock.setTimeout(end, waitSeconds * 1000);
    signal.addEventListener('abort', stop);
    if (signal.aborted) {
      stop();
    } else if (isDone() || waitSeconds === 0) {
      end();
    }
  });
  return reportOf(batch());
}

function reportOf(batch: Batch | undefined): string {
  const runs = batch?.runs ?? [];
  const left = runs.filter(run => !isOver(run)).length;
  const heading =
    left > 0
      ? `${counted(left, 'run')} of ${runs.length} under way. The user sees the rest in the view Runs of Tandem.`
      : `${counted(runs.length, 'run')} over.`;
  return [heading, ...runs.map(lineOf)].join('\n\n');
}

function lineOf({ target, state, sessionId, changed = [], denied = 0, problem, result }: Run) {
  const name = target.kind === 'selection' ? target.name : target.path;
  const facts = [
    state,
    ...(sessionId === undefined ? [] : [`session ${sessionId}`]),
    ...(changed.length > 0 ? [`changed ${changed.join(', ')}`] : []),
    ...(denied > 0 ? [`${counted(denied, 'tool call')} not allowed`] : []),
  ];
  return [`${name}: ${facts.join('; ')}`, problem, result].filter(Boolean).join('\n');
}
