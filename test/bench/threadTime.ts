import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

/** Times of one task, in milliseconds. */
export interface TaskTimes {
  readonly wall: number;
  /** CPU time of all threads of this process, without its children. */
  readonly cpu: number;
  /** CPU time of the main thread, which is that of the extension host. */
  readonly thread: number;
  /**
   * Most CPU time of the main thread between two moments at which something else could run, and up
   * to a millisecond more. Whatever else the machine does has no part in it.
   */
  readonly longestBlock: number;
}

export async function timesOf(task: () => Promise<unknown>): Promise<TaskTimes> {
  const [wall, cpu, thread] = [performance.now(), process.cpuUsage(), threadTime()];
  let [longestBlock, last] = [0, thread];
  const look = () => {
    const now = threadTime();
    longestBlock = Math.max(longestBlock, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await task();
  await new Promise(resolve => setTimeout(resolve, 2));
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpu);
  return {
    wall: performance.now() - wall,
    cpu: (user + system) / 1000,
    thread: threadTime() - thread,
    longestBlock,
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
