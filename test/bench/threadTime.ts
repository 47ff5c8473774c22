import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Times of one task, in milliseconds. */
export interface TaskTimes {
  readonly wall: number;
  /** CPU time of all threads of this process, without its children. */
  readonly cpu: number;
  /** CPU time of the main thread, which is that of the extension host. */
  readonly thread: number;
}

export async function timesOf(task: () => Promise<unknown>): Promise<TaskTimes> {
  const [wall, cpu, thread] = [performance.now(), process.cpuUsage(), threadTime()];
  await task();
  const { user, system } = process.cpuUsage(cpu);
  return {
    wall: performance.now() - wall,
    cpu: (user + system) / 1000,
    thread: threadTime() - thread,
  };
}

/**
 * Returns the most CPU milliseconds of the main thread between two moments at which something else
 * could run, and up to a millisecond more. Whatever else the machine does has no part in it. Looking
 * takes up to a tenth of the thread: a task is timed in a run of its own.
 */
export async function longestBlockOf(task: () => Promise<unknown>): Promise<number> {
  let [longest, last] = [0, threadTime()];
  const timer = setInterval(() => {
    const now = threadTime();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await task();
  await new Promise(resolve => setTimeout(resolve, 2));
  clearInterval(timer);
  return longest;
}

/** Linux counts it for each thread; elsewhere, the time for which the loop did not wait is near. */
function threadTime(): number {
  if (process.platform === 'linux') {
    const [onCpu] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(onCpu) / 1e6;
  }
  return performance.eventLoopUtilization().active;
}
