import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';

/** Runs a task while one other process for each core never waits. */
export async function withBusyCores<T>(task: () => Promise<T>): Promise<T> {
  const others = Array.from({ length: availableParallelism() }, () =>
    // Without its owner, the end of the pipe ends it.
    spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'ignore', 'ignore'] }),
  );
  try {
    return await task();
  } finally {
    await Promise.all(
      others.map(other => {
        const ended = once(other, 'exit');
        other.kill('SIGKILL');
        return ended;
      }),
    );
  }
}

const busy = `
process.stdin.on('end', () => process.exit()).resume();
const work = () => {
  for (const end = Date.now() + 100; Date.now() < end; );
  setImmediate(work);
};
work();`;
