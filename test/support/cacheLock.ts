import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const heartbeatMs = 2_000;
const staleAfterMs = 30_000;
const pollMs = 150;

/**
 * Runs `work` while holding `file` as a lock between processes. A holder that died is taken over.
 * Two waiters may in rare cases take over the same dead lock at once, so `work` must stay correct
 * when run twice (the cache builds aside and renames); the lock only saves the double effort.
 */
export async function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  onWait: (holder: string) => void = () => undefined,
): Promise<T> {
  await acquire(file, onWait);
  const heartbeat = setInterval(() => {
    const now = new Date();
    // The cache folder may be deleted by a person meanwhile; losing the lock is then harmless.
    utimes(file, now, now).catch(() => undefined);
  }, heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(file, { force: true });
  }
}

async function acquire(file: string, onWait: (holder: string) => void): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  let announced = false;
  for (;;) {
    try {
      await writeFile(file, `${process.pid} ${hostname()}`, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await readFile(file, 'utf8').catch(() => '');
    if (await isAbandoned(file, holder)) {
      const aside = `${file}.${process.pid}.stale`;
      await rename(file, aside).catch(() => undefined);
      await rm(aside, { force: true });
      continue;
    }
    if (!announced) onWait(holder);
    announced = true;
    await delay(pollMs);
  }
}

async function isAbandoned(file: string, holder: string): Promise<boolean> {
  const info = await stat(file).catch(() => undefined);
  if (!info) return false;
  if (Date.now() - info.mtimeMs > staleAfterMs) return true;
  const [pid, host] = holder.split(' ');
  // A lock that was just created may still be empty: only the heartbeat decides then.
  if (!pid || host !== hostname()) return false;
  return !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
