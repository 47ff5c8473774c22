import { randomUUID } from 'node:crypto';
import {
  link,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../src/node/isAlive';
import { processStartTime } from '../../src/node/processIdentity';

const heartbeatMs = 2_000;
const staleAfterMs = 30_000;
const pollMs = 50;

/** Process that holds a lock. */
export interface LockHolder {
  pid: number;
  /** Identifies one process together with the pid; absent where the system does not report it. */
  startTime?: string | undefined;
  /** Host and, on Linux, process namespace in which the pid is valid. */
  place: string;
  /** Command and folder, shown to waiting processes. */
  task: string;
  /** Unique for each acquisition. */
  token: string;
}

/**
 * Runs `work` while holding `file` as a lock between processes. If the holder has ended for any
 * reason, exactly one of the waiting processes takes the lock over.
 */
export async function withFileLock<T>(
  file: string,
  work: () => Promise<T>,
  onWait: (holder: LockHolder) => void = () => undefined,
): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  const { token } = await acquire(file, onWait);
  const heartbeat = setInterval(() => {
    const now = new Date();
    // The user may delete the cache folder meanwhile; losing the lock is then harmless.
    utimes(file, now, now).catch(() => undefined);
  }, heartbeatMs);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await removeIfNamed(file, token);
  }
}

/** Removes files left by processes killed while taking a lock. Callers hold the lock. */
export async function removeLockLeftovers(file: string): Promise<void> {
  const prefix = `${basename(file)}.`;
  for (const name of await readdir(dirname(file))) {
    if (!name.startsWith(prefix)) continue;
    const path = join(dirname(file), name);
    const holder = await readHolder(path);
    if (holder && (await hasEnded(path, holder))) await rm(path, { force: true });
  }
}

async function acquire(file: string, onWait: (holder: LockHolder) => void): Promise<LockHolder> {
  const own = await describeOwner();
  const draft = `${file}.${own.token}`;
  let announced: string | undefined;
  for (;;) {
    if (await create(file, draft, own)) return own;
    const holder = await readHolder(file);
    // The lock was released between the two checks.
    if (!holder) continue;
    if (await hasEnded(file, holder)) {
      await removeEnded(file, holder, onWait);
      continue;
    }
    if (announced !== holder.token) onWait(holder);
    announced = holder.token;
    await delay(pollMs);
  }
}

/**
 * Creates the lock by a link, which appears with its whole content, so it always names a holder.
 */
async function create(file: string, draft: string, own: LockHolder): Promise<boolean> {
  try {
    await writeFile(draft, JSON.stringify(own));
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes the lock of an ended holder. Several processes may find the same holder dead, and a slow
 * one must not remove the next holder's lock. A lock named after the dead holder's token lets them
 * check again and remove the file one at a time.
 */
async function removeEnded(
  file: string,
  ended: LockHolder,
  onWait: (holder: LockHolder) => void,
): Promise<void> {
  const remove = () => removeIfNamed(file, ended.token);
  await withFileLock(`${file}.${ended.token}.ended`, remove, onWait);
}

async function removeIfNamed(file: string, token: string): Promise<void> {
  const current = await readHolder(file);
  if (current?.token === token) await rm(file, { force: true });
}

async function readHolder(file: string): Promise<LockHolder | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseHolder(text);
}

/** Parses a lock. Without a valid holder it is incomplete, handmade or from an older version. */
function parseHolder(text: string): LockHolder {
  try {
    const holder = JSON.parse(text) as LockHolder;
    if (typeof holder.pid === 'number' && typeof holder.token === 'string') return holder;
  } catch {
    // Not JSON; treated as an unknown holder below.
  }
  return { pid: 0, place: '', task: 'an unknown task', token: 'unknown' };
}

async function hasEnded(file: string, holder: LockHolder): Promise<boolean> {
  if (holder.place !== (await place())) {
    // Holder on another host, in another container or unknown: only the heartbeat proves that it is
    // alive.
    const info = await stat(file).catch(() => undefined);
    return info !== undefined && Date.now() - info.mtimeMs > staleAfterMs;
  }
  if (!isAlive(holder.pid)) return true;
  if (holder.startTime === undefined) return false;
  return (await processStartTime(holder.pid, process.platform)) !== holder.startTime;
}

async function describeOwner(): Promise<LockHolder> {
  const event = process.env.npm_lifecycle_event;
  const command = event ? `npm run ${event}` : basename(process.argv[1] ?? 'node');
  return {
    pid: process.pid,
    startTime: await processStartTime(process.pid, process.platform),
    place: await place(),
    task: `${command} in ${process.cwd()}`,
    token: randomUUID(),
  };
}

async function place(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}
