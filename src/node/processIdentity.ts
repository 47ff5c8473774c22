import type { Clock } from '../base/clock';
import { readProcessTable, readProcStat } from './processTable';
import { ProcessTree } from './processTree';
import { type RunTool, runTool, windowsTool } from './runTool';
import { systemClock } from './systemClock';

/** Identifies one process of one boot; can be stored in a file and checked after a restart. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
  /** `name=value` in the environment of the process and of what it started, if that is known. */
  mark?: string | undefined;
}

interface Options {
  run?: RunTool;
  clock?: Clock;
}

/** Returns `undefined` if no such process lives, or if the system does not report it. */
export async function processStartTime(
  pid: number,
  platform: NodeJS.Platform,
  { run = runTool }: Options = {},
): Promise<string | undefined> {
  if (platform === 'win32') {
    const shell = windowsTool('WindowsPowerShell\\v1.0\\powershell.exe');
    return parseFileTime((await run(shell, startTimeArguments(pid))).stdout);
  }
  if (platform === 'linux') {
    // Reads one file, where the table would read one for each process.
    return readProcStat(pid)?.startTime;
  }
  const rows = await readProcessTable(platform, run);
  return rows.find(row => row.pid === pid)?.startTime;
}

/** Checks whether this very process still lives, and not another one that reuses its id. */
export async function isSameProcess(
  { pid, startTime }: ProcessIdentity,
  platform: NodeJS.Platform,
  options: Options = {},
): Promise<boolean> {
  return (await processStartTime(pid, platform, options)) === startTime;
}

const patience = 3_000;
const lookEvery = 50;

/**
 * Ends an orphaned process of an earlier run, with everything it started. Where the system exposes
 * environments, this includes what goes on without it.
 * @returns `gone` if it had already ended, `survived` if it could not be ended
 */
export async function endOrphan(
  identity: ProcessIdentity,
  platform: NodeJS.Platform,
  options: Options = {},
): Promise<'gone' | 'ended' | 'survived'> {
  const { clock = systemClock } = options;
  const lives = () => isSameProcess(identity, platform, options);
  let alive = await lives();
  const tree = new ProcessTree(identity.pid, platform, () => alive, options.run);
  const sweep = async () => {
    // Elsewhere, nothing would be found.
    if (identity.mark && platform === 'linux') await tree.sweep(identity.mark);
  };
  if (!alive) {
    await sweep();
    return 'gone';
  }
  const untilEnded = async () => {
    for (let waited = 0; alive && waited < patience; waited += lookEvery) {
      // The process is not our child, so its end raises no event.
      await new Promise<void>(resolve => clock.setTimeout(resolve, lookEvery));
      alive = await lives();
    }
  };
  if (await tree.terminate()) {
    await untilEnded();
  }
  await tree.kill();
  await sweep();
  // A killed process stays visible for a moment, on a busy machine for longer.
  await untilEnded();
  return alive ? 'survived' : 'ended';
}

/** Milliseconds that a program gets to end by itself, per signal. */
const asked = { SIGINT: 2_000, SIGTERM: 5_000 } as const;

/**
 * Asks another process to end, as a user would in its terminal, without killing it.
 * @returns whether it has ended
 */
export async function askToEnd(
  identity: ProcessIdentity,
  platform: NodeJS.Platform,
  options: Options = {},
): Promise<boolean> {
  const { clock = systemClock } = options;
  const lives = () => isSameProcess(identity, platform, options);
  for (const [signal, time] of Object.entries(asked) as [keyof typeof asked, number][]) {
    if (!(await lives())) {
      return true;
    }
    try {
      process.kill(identity.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') {
        return true;
      }
      throw error;
    }
    for (let waited = 0; waited < time; waited += lookEvery * 2) {
      await new Promise<void>(resolve => clock.setTimeout(resolve, lookEvery * 2));
      if (!(await lives())) {
        return true;
      }
    }
  }
  return false;
}

/** Asks PowerShell: Windows has dropped wmic, and tasklist shows no start time. */
function startTimeArguments(pid: number): string[] {
  const command = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  return ['-NoProfile', '-NonInteractive', '-Command', command];
}

/** Parses a count of 100 ns since 1601; returns it as text, because a double cannot hold it. */
export function parseFileTime(text: string): string | undefined {
  return /^\s*(\d{15,20})\s*$/.exec(text)?.[1];
}
