import type { Clock } from '../base/clock';
import { messageOf } from '../base/errors';
import { type Log, silentLog } from '../base/log';
import { raceTimeout } from './raceTimeout';
import type { PipedProcess, ProcessExit } from './spawnProcess';
import { systemClock } from './systemClock';

type StopRung = 'interrupt' | 'eof' | 'terminate' | 'kill';

export interface StopStep {
  rung: StopRung;
  /** Milliseconds until the next step. */
  limit: number;
  /** Rejects if the step cannot work; then the next one follows at once. */
  act(process: PipedProcess): Promise<unknown>;
  /** True if the stop is done when `act` resolves, and the process lives on. */
  sparesProcess?: boolean;
  /** True if everything the process started is ended after it. */
  sweeps?: boolean;
}

export interface StopResult {
  /** Step that worked; `ended` if the process had already ended, `none` if it outlived them all. */
  rung: StopRung | 'ended' | 'none';
  /** `undefined` while the process lives. */
  exit: ProcessExit | undefined;
}

const patience = 3_000;

const terminate: StopStep = {
  rung: 'terminate',
  limit: patience,
  sweeps: true,
  async act({ tree }) {
    if (!(await tree.terminate())) {
      throw new Error('it cannot be asked to end');
    }
  },
};

const kill: StopStep = {
  rung: 'kill',
  limit: patience,
  sweeps: true,
  act: ({ tree }) => tree.kill(),
};

/** Stops the work: `interrupt` resolves when it has ended; if in time, the process is spared. */
export function interruptLadder(interrupt: () => Promise<unknown>): StopStep[] {
  return [
    { rung: 'interrupt', limit: patience, act: interrupt, sparesProcess: true },
    terminate,
    kill,
  ];
}

/** Closes an idle process. If it ends by itself, what it leaves behind is left alone. */
export const closeLadder: readonly StopStep[] = [
  {
    rung: 'eof',
    limit: patience,
    async act(process) {
      await process.tree.scan();
      process.endInput();
    },
  },
  terminate,
  kill,
];

/** Ends a process that takes no requests. */
export const endLadder: readonly StopStep[] = [terminate, kill];

/** Takes one step after another until one works. Never rejects. */
export async function stopProcess(
  process: PipedProcess,
  steps: readonly StopStep[],
  options: { clock?: Clock; log?: Log } = {},
): Promise<StopResult> {
  const { clock = systemClock, log = silentLog } = options;
  if (process.exit) {
    return { rung: 'ended', exit: await process.exited };
  }
  for (const step of steps) {
    const outcome = await raceTimeout(attempt(process, step, log), step.limit, clock);
    if (outcome === 'exited' && step.sweeps) {
      await process.sweep();
    }
    if (outcome === 'exited' || outcome === 'spared') {
      log.debug(`Process ${process.pid} was stopped by ${step.rung}`);
      return { rung: step.rung, exit: process.exit };
    }
  }
  log.error(`Process ${process.pid} could not be ended`);
  return { rung: 'none', exit: undefined };
}

type Outcome = 'exited' | 'spared' | 'failed';

function attempt(process: PipedProcess, step: StopStep, log: Log): Promise<Outcome> {
  const exited = process.exited.then((): Outcome => 'exited');
  const acted = step.act(process).then(
    (): Outcome | Promise<Outcome> => (step.sparesProcess ? 'spared' : exited),
    (error: unknown): Outcome => {
      log.debug(`Stopping process ${process.pid} by ${step.rung} failed: ${messageOf(error)}`);
      return process.exit ? 'exited' : 'failed';
    },
  );
  return Promise.race([exited, acted]);
}

const ending = new Set<Promise<void>>();

/** Resolves when all processes have ended that `endAtOnce` is ending now. */
export async function allEnded(): Promise<void> {
  await Promise.allSettled(ending);
}

/**
 * Ends all processes on deactivate: each is asked to end before this returns. Their trees are
 * killed when the grace period (ms) is over or the extension host ends, whichever comes first.
 */
export function endAtOnce(
  processes: Iterable<PipedProcess>,
  options: { clock?: Clock; grace?: number } = {},
): Promise<void> {
  const done = askAndKill(processes, options).finally(() => ending.delete(done));
  ending.add(done);
  return done;
}

async function askAndKill(
  processes: Iterable<PipedProcess>,
  { clock = systemClock, grace = 500 }: { clock?: Clock; grace?: number },
): Promise<void> {
  const ending = [...processes];
  for (const { tree } of ending) {
    tree.terminateSync();
  }
  const killAll = () => {
    for (const { tree } of ending) {
      tree.killSync();
    }
  };
  process.once('exit', killAll);
  try {
    await raceTimeout(Promise.all(ending.map(({ exited }) => exited)), grace, clock);
  } finally {
    process.off('exit', killAll);
    killAll();
    // They may have started something in a session of its own since the processes were listed.
    await Promise.all(ending.map(one => one.sweep()));
  }
}
