import { readFileSync } from 'node:fs';

/** Length of a clock tick in `/proc`, on every Linux that Node supports. */
const tickMilliseconds = 10;

/** Returns the milliseconds of CPU of this process's ended children so far; Linux only. */
function childTime(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // State and parent follow the name in parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * tickMilliseconds;
}

export interface CpuTimes {
  /** Milliseconds of this process. */
  readonly own: number;
  /** Milliseconds of the children that ended meanwhile. */
  readonly children: number;
}

/** Returns the CPU time of a task whose children end with it. */
export async function cpuTimesOf(task: () => Promise<unknown>): Promise<CpuTimes> {
  const [start, before] = [process.cpuUsage(), childTime()];
  await task();
  const { user, system } = process.cpuUsage(start);
  return { own: (user + system) / 1000, children: childTime() - before };
}
