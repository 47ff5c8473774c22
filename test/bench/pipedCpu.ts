import { spawn } from 'node:child_process';
import { LineSplitter } from '../../src/node/lineSplitter';

/** Returns the milliseconds of CPU that this process spends on the lines of a file from a pipe. */
export async function cpuOf(path: string, onLine: (line: string) => void): Promise<number> {
  globalThis.gc?.();
  const splitter = new LineSplitter({
    onLine,
    onOverlong: limit => {
      throw new Error(`A line is longer than ${limit}`);
    },
  });
  const start = process.cpuUsage();
  const child = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', (chunk: Buffer) => splitter.push(chunk));
  await new Promise(resolve => child.once('close', resolve));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
