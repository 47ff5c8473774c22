import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type PipedProcess, type SpawnRequest, spawnProcess } from '../../../src/node/spawnProcess';

/** Starts a Node program from its source text. */
export function startScript(
  source: string,
  options: Partial<SpawnRequest> = {},
): Promise<PipedProcess> {
  return spawnProcess({
    command: process.execPath,
    args: ['-e', source],
    cwd: import.meta.dirname,
    env: process.env,
    platform: process.platform,
    ...options,
  });
}

export function nextLine(child: PipedProcess): Promise<string> {
  return new Promise(resolve => {
    const subscription = child.onLine(line => {
      subscription.dispose();
      resolve(line);
    });
  });
}

/** Returns whether the process is alive and not a zombie. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Polls for a condition without an event, such as the end of a process that is not our child. */
export async function until(condition: () => boolean): Promise<void> {
  const end = AbortSignal.timeout(25_000);
  while (!condition()) {
    end.throwIfAborted();
    await delay(5);
  }
}

export async function collectLines(child: PipedProcess): Promise<string[]> {
  const lines: string[] = [];
  child.onLine(line => lines.push(line));
  await child.exited;
  return lines;
}
