import { lstatSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { asNumber, asString, isObject, parsedJson } from '../../base/json';
import type { Log } from '../../base/log';
import { isAlive } from '../../node/isAlive';
import type { LockOwner } from './lockContent';

export interface StaleLocksOptions {
  readonly folder: string;
  /** Returns the text of a file in the folder; empty if it cannot be a lock. */
  read(name: string): string;
  /** Returns whether a server of ours wrote the lock. */
  isOurs(owner: LockOwner): boolean;
  /** Names of files that this window uses. */
  readonly kept: readonly string[];
  readonly log: Log;
}

/** Milliseconds to find out whether a process listens at a local port. */
const patience = 500;
/** Milliseconds after which a temporary file is stale; writing a lock takes a few. */
const longAgo = 60 * 60 * 1000;

/**
 * Removes files that servers of ours left behind in the lock folder. Files of other programs stay,
 * and any that may still be in use.
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
  // The port may have been taken again meanwhile. Nothing in this process runs between this read
  // and the removal.
  if (isStale && read(name) === text) {
    log.info('A lock file was left behind', { name });
    rmSync(path, { force: true });
  }
}

/**
 * Returns whether a lock is orphaned: its process is gone, or the pid was reused and nothing
 * listens at the port.
 */
async function isLeftLock(
  port: number,
  text: string,
  { isOurs }: StaleLocksOptions,
): Promise<boolean> {
  const found = ownerOf(text);
  return (
    found !== undefined && isOurs(found) && (!isAlive(found.pid) || (await refusesClients(port)))
  );
}

/** Returns whether a temporary file was never renamed because its process ended first. */
function isLeftTemporary(path: string, text: string, { isOurs }: StaleLocksOptions): boolean {
  const found = ownerOf(text);
  if (found && !isOurs(found)) {
    return false;
  }
  return (found !== undefined && !isAlive(found.pid)) || isOld(path);
}

/** Parses the names that `LockFiles` gives. */
function aboutOf(name: string): { port: number; isTemporary: boolean } | undefined {
  const [, port, temporary] = /^([1-9]\d{0,4})\.lock(\.[\da-f]{8}\.tmp)?$/.exec(name) ?? [];
  return port === undefined
    ? undefined
    : { port: Number(port), isTemporary: temporary !== undefined };
}

/**
 * Parses by hand, for the reason in `KeptAddresses`.
 * @returns undefined if the text is no lock that names its owner
 */
function ownerOf(text: string): LockOwner | undefined {
  const lock = parsedJson(text);
  const found = isObject(lock) ? lock : {};
  const [pid, ideName] = [asNumber(found.pid), asString(found.ideName)];
  return pid === undefined || ideName === undefined ? undefined : { pid, ideName };
}

/** Returns whether the port refuses connections; false if the answer does not come in time. */
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
