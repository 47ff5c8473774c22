import type { LineRange } from '../../contract/mentions';

/** Thing that a prompt is run on. Paths are absolute. */
export type RunTarget =
  | { readonly kind: 'file'; readonly path: string }
  /** Lines of a file as it is on disk, or else the selected text as it was. */
  | {
      readonly kind: 'selection';
      readonly name: string;
      readonly path?: string;
      readonly lines?: LineRange;
      readonly text?: string;
    }
  /** The prompt alone. */
  | { readonly kind: 'folder'; readonly path: string };

/** `interrupted`: the window ended in the middle of it. */
export type RunState =
  | 'queued'
  | 'running'
  | 'waiting'
  | 'done'
  | 'failed'
  | 'stopped'
  | 'interrupted';

/** A conversation about one target. */
export interface Run {
  readonly id: string;
  readonly target: RunTarget;
  /** Workspace folder of the target. */
  readonly folder: string;
  readonly state: RunState;
  /** In milliseconds since 1970. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly costUsd?: number;
  /** Last words of the agent, cut to `longestResult`. */
  readonly result?: string;
  /** Why it did not end well. */
  readonly problem?: string;
  /** Folder and id of its conversation. */
  readonly cwd?: string;
  readonly channelId?: string;
  readonly sessionId?: string;
  /** Branch of its own work tree. */
  readonly branch?: string;
  /** Number of its tool calls that were not allowed. */
  readonly denied?: number;
  /** Absolute paths of files that it changed, at most `mostChanged`. */
  readonly changed?: readonly string[];
}

/** Prompt of a batch, so that it can be found and run again. */
export interface PromptRef {
  /** Identifies the prompt: its kind, and its path, name or text. */
  readonly key: string;
  readonly kind: 'typed' | 'saved' | 'file';
  readonly name: string;
  /** Message without its target; for a saved prompt only its first words. */
  readonly text: string;
  /** Project folder that brings the prompt, which is unknown elsewhere. */
  readonly root?: string;
}

/** Choices of the user for all runs of a batch. */
export interface RunOptions {
  /** Runs at a time. */
  readonly atATime: number;
  /** Absent: as new conversations. */
  readonly mode?: string;
  readonly inWorktrees: boolean;
}

/** Runs of one prompt that were started together. */
export interface Batch extends RunOptions {
  readonly id: string;
  readonly prompt: PromptRef;
  readonly startedAt: number;
  readonly runs: readonly Run[];
}

/** UTF-16 units of a result that is kept. */
export const longestResult = 4_000;
export const mostChanged = 50;
/** Runs that are kept, in all batches. */
export const mostRuns = 2_000;

export function isOver({ state }: Pick<Run, 'state'>): boolean {
  return state !== 'queued' && state !== 'running' && state !== 'waiting';
}

/** Counts of a batch, and its cost in dollars as far as agents have reported it. */
export interface BatchCounts {
  readonly all: number;
  readonly over: number;
  readonly done: number;
  readonly failed: number;
  readonly stopped: number;
  readonly interrupted: number;
  readonly waiting: number;
  readonly costUsd: number | undefined;
}

export function countsOf({ runs }: Pick<Batch, 'runs'>): BatchCounts {
  const of = (state: RunState) => runs.filter(run => run.state === state).length;
  const costs = runs.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    all: runs.length,
    over: runs.filter(isOver).length,
    done: of('done'),
    failed: of('failed'),
    stopped: of('stopped'),
    interrupted: of('interrupted'),
    waiting: of('waiting'),
    costUsd: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

/** Milliseconds that a run took; undefined until it is over. */
export function durationOf({ startedAt, endedAt }: Run): number | undefined {
  return startedAt === undefined || endedAt === undefined ? undefined : endedAt - startedAt;
}

/** Milliseconds during which any run of a batch went on; pauses before it ran again do not count. */
export function busyTimeOf({ runs }: Pick<Batch, 'runs'>): number {
  const spans = runs
    .flatMap(({ startedAt, endedAt }) =>
      startedAt === undefined || endedAt === undefined ? [] : [{ startedAt, endedAt }],
    )
    .sort((a, b) => a.startedAt - b.startedAt);
  let total = 0;
  let until = -Infinity;
  for (const { startedAt, endedAt } of spans) {
    total += Math.max(0, endedAt - Math.max(startedAt, until));
    until = Math.max(until, endedAt);
  }
  return total;
}

/** Returns when the last run of a batch ended; undefined while one goes on. */
export function endOf({ runs, startedAt }: Batch): number | undefined {
  return runs.every(isOver)
    ? Math.max(startedAt, ...runs.map(({ endedAt }) => endedAt ?? startedAt))
    : undefined;
}

/** Returns the mean cost of the runs that reported one, in dollars. */
export function costPerRun(batch: Pick<Batch, 'runs'>): number | undefined {
  const paid = batch.runs.filter(({ costUsd }) => costUsd !== undefined).length;
  const { costUsd } = countsOf(batch);
  return paid === 0 || costUsd === undefined ? undefined : costUsd / paid;
}
