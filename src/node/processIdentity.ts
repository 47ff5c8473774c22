import type { Clock } from '../base/clock';
import { readProcessTable, readProcStat } from './processTable';
import { ProcessTree } from './processTree';
import { type RunTool, runTool, windowsTool } from './runTool';
import { systemClock } from './systemClock';

/** One process of one boot; can be written to a file and asked about after a restart. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

interface Options {
  run?: RunTool;
  clock?: Clock;
}

/** `undefined` when no such process lives, or when the system does not tell. */
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
    // One file, where the table would read one for each process.
    return readProcStat(pid)?.startTime;
  }
  const rows = await readProcessTable(platform, run);
  return rows.find(row => row.pid === pid)?.startTime;
}

/** Whether this very process still lives, and not a stranger that was given its number. */
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
 * Ends a process that an earlier run of ours left behind, with all that it started.
 * @returns `gone` when it had ended before, `survived` when it could not be ended
 */
export async function endLeftover(
  identity: ProcessIdentity,
  platform: NodeJS.Platform,
  options: Options = {},
): Promise<'gone' | 'ended' | 'survived'> {
  const { clock = systemClock } = options;
  const lives = () => isSameProcess(identity, platform, options);
  let alive = await lives();
  if (!alive) {
    return 'gone';
  }
  const untilEnded = async () => {
    for (let waited = 0; alive && waited < patience; waited += lookEvery) {
      // It is not our child, so that its end raises no event.
      await new Promise<void>(resolve => clock.setTimeout(resolve, lookEvery));
      alive = await lives();
    }
  };
  const tree = new ProcessTree(identity.pid, platform, () => alive, options.run);
  if (await tree.terminate()) {
    await untilEnded();
  }
  await tree.kill();
  // A process that was killed is there for a moment yet, on a busy machine for longer.
  await untilEnded();
  return alive ? 'survived' : 'ended';
}

/** Milliseconds that a program gets to end by itself, for each way of asking. */
const asked = { SIGINT: 2_000, SIGTERM: 5_000 } as const;

/**
 * Asks a process that is not ours to end, as a user would in its terminal; it is not killed.
 * @returns whether it is gone
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

/** Windows has dropped wmic, and tasklist tells no start time: PowerShell is what every one has. */
function startTimeArguments(pid: number): string[] {
  const command = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`;
  return ['-NoProfile', '-NonInteractive', '-Command', command];
}

/** 100 ns since 1601, as a decimal number that a double cannot hold. */
export function parseFileTime(text: string): string | undefined {
  return /^\s*(\d{15,20})\s*$/.exec(text)?.[1];
}
