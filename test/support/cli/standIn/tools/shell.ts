import { type ChildProcess, spawn } from 'node:child_process';

/** In a group of its own, so that all of it can be ended. */
export function spawnShell(command: string, cwd: string) {
  return spawn('/bin/bash', ['-c', command], {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function endShell({ pid }: ChildProcess): void {
  if (pid === undefined) {
    return;
  }
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // It has just ended by itself.
  }
}
