import { type ChildProcess, spawn } from 'node:child_process';

/** Starts a shell in its own process group, so that the whole group can be killed. */
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
    // The group has already ended.
  }
}
