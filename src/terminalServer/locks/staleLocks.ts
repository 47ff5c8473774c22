import { lstatSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Log } from '../../base/log';
import { isAlive } from '../../node/isAlive';
import { type IdeLock, readIdeLock } from '../../protocol/ide';
import type { LockContent } from './lockContent';

export interface StaleLocksOptions {
  readonly folder: string;
  /** The text of a file of the folder; empty when it could be no lock. */
  read(name: string): string;
  /** Whether a server of ours has written it. */
  isOurs(content: LockContent): boolean;
  /** Names that are in use here. */
  readonly kept: readonly string[];
  readonly log: Log;
}

/** Milliseconds in which this machine says whether somebody listens at a port. */
const patience = 500;
/** Milliseconds; writing a lock takes a few. */
const longAgo = 60 * 60 * 1000;

/**
 * Removes what servers of ours have left behind in the folder of locks. What another program has written
 * stays, and whatever may still be in use.
 */
export async function removeStaleLocks(options: StaleLocksOptions): Promise<void> {
  const { folder, kept } = options;
  const names = await readdir(folder).catch(() => []);
  const others = names.filter(name => !kept.includes(name));
  await Promise.all(others.map(name => removeIfStale(name, options)));
}

async function removeIfStale(name: string, options: StaleLocksOptions): Promise<void> {
  const { folder, read, log } = options;
  const about = aboutOf(name);
  if (!about) {
    return;
  }
  const path = join(folder, name);
  const text = read(name);
  const isStale = about.isTemporary
    ? isLeftTemporary(path, text, options)
    : await isLeftLock(about.port, text, options);
  // The port may have been taken again meanwhile: between this look and the removal it cannot.
  if (isStale && read(name) === text) {
    log.info('A lock file was left behind', { name });
    rmSync(path, { force: true });
  }
}

/** Its process is gone; or the number is another's by now, for nothing listens where it says. */
async function isLeftLock(
  port: number,
  text: string,
  { isOurs }: StaleLocksOptions,
): Promise<boolean> {
  const found = contentOf(readIdeLock(text));
  return (
    found !== undefined && isOurs(found) && (!isAlive(found.pid) || (await refusesClients(port)))
  );
}

/** One that was never renamed, for its process ended first. */
function isLeftTemporary(path: string, text: string, { isOurs }: StaleLocksOptions): boolean {
  const found = contentOf(readIdeLock(text));
  if (found && !isOurs(found)) {
    return false;
  }
  return (found !== undefined && !isAlive(found.pid)) || isOld(path);
}

/** The names that `LockFiles` gives. */
function aboutOf(name: string): { port: number; isTemporary: boolean } | undefined {
  const [, port, temporary] = /^([1-9]\d{0,4})\.lock(\.[\da-f]{8}\.tmp)?$/.exec(name) ?? [];
  return port === undefined
    ? undefined
    : { port: Number(port), isTemporary: temporary !== undefined };
}

/** Undefined when it does not say whose it is. */
function contentOf(lock: IdeLock | undefined): LockContent | undefined {
  const { pid, ideName, authToken: token = '', workspaceFolders: folders = [] } = lock ?? {};
  return pid === undefined || ideName === undefined ? undefined : { pid, ideName, token, folders };
}

/** False also when the answer does not come in time. */
function refusesClients(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port, timeout: patience });
    const end = (isRefused: boolean) => {
      socket.destroy();
      resolve(isRefused);
    };
    socket.once('connect', () => end(false));
    socket.once('timeout', () => end(false));
    socket.once('error', error => end('code' in error && error.code === 'ECONNREFUSED'));
  });
}

function isOld(path: string): boolean {
  const about = lstatSync(path, { throwIfNoEntry: false });
  return about?.isFile() === true && Date.now() - about.mtimeMs > longAgo;
}
