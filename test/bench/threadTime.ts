import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** Times of one task, in milliseconds. */
export interface TaskTimes {
  readonly wall: number;
  /** CPU time of all threads of this process, without its children. */
  readonly cpu: number;
  /** CPU time of the main thread, which is that of the extension host. */
  readonly thread: number;
  /** Longest time for which nothing else could run on the main thread. */
  readonly longestBlock: number;
}

/** Resolution of the measurement of blocks, in milliseconds. */
const resolution = 1;

export async function timesOf(task: () => Promise<unknown>): Promise<TaskTimes> {
  const delay = monitorEventLoopDelay({ resolution });
  const [wall, cpu, thread] = [performance.now(), process.cpuUsage(), threadTime()];
  delay.enable();
  await task();
  // A block that lasts until now is counted by the next turn of the loop.
  await new Promise(resolve => setTimeout(resolve, 2 * resolution));
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  return {
    wall: performance.now() - wall,
    cpu: (user + system) / 1000,
    thread: threadTime() - thread,
    longestBlock: Math.max(0, delay.max / 1e6 - resolution),
  };
}

/** Linux counts it for each thread; elsewhere, the time for which the loop did not wait is near. */
function threadTime(): number {
  if (process.platform === 'linux') {
    const [onCpu] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(onCpu) / 1e6;
  }
  return performance.eventLoopUtilization().active;
}
