import { median } from './pipedCpu';

/** Returns how long a task takes, in milliseconds. */
export async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Returns the CPU time of this process for a task, in milliseconds; other programs hardly count. */
export async function cpuOf(task: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** As `compare`, in CPU time of this process. */
export function compareCpu(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds: number,
): Promise<[number, number]> {
  return compare(one, other, rounds, cpuOf);
}

/**
 * Returns the median times of two tasks, in milliseconds. Interleaves both, so that a slow phase of
 * the machine affects them alike; a first round warms them up.
 */
export async function compare(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  rounds: number,
  costOf = timeOf,
): Promise<[number, number]> {
  const times: [number, number][] = [];
  for (let round = -1; round < rounds; round += 1) {
    const pair: [number, number] = [await costOf(one), await costOf(other)];
    times.push(...(round < 0 ? [] : [pair]));
  }
  return [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
}
