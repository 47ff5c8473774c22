import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

const noLink = constants.O_NOFOLLOW ?? 0;
/** Does not wait for the other end of a pipe. */
const noWait = constants.O_NONBLOCK ?? 0;
const forReading = constants.O_RDONLY | noLink | noWait;
const forAppending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noLink | noWait;

/** Places of the archive's files. Names are digests: ids come from agents and imported files. */
export class ArchivePaths {
  constructor(readonly root: string) {}

  get lock(): string {
    return join(this.root, 'lock');
  }

  /** Bytes of all files, as the last writer left it. */
  get ledger(): string {
    return join(this.root, 'size');
  }

  subject(id: string): string {
    return join(this.root, nameOf(id));
  }

  head(folder: string): string {
    return join(folder, 'subject.json');
  }

  bodies(folder: string): string {
    return join(folder, 'bodies');
  }

  body(folder: string, key: string): string {
    return join(this.bodies(folder), bodyName(key));
  }

  index(folder: string, writer: string): string {
    return join(folder, `${writer}.jsonl`);
  }
}

export function bodyName(key: string): string {
  return `${nameOf(key)}.gz`;
}

export function isSubjectName(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

function nameOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

/**
 * Makes a folder that only the user can read, unless it is there.
 * @throws Error for a link: what is written there would land elsewhere
 */
export async function ownFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await lstat(path)).isDirectory()) {
    throw new Error(`${path} is a link, not a folder`);
  }
}

/** Appends to a file of the user alone. */
export async function append(path: string, text: string): Promise<void> {
  const file = await open(path, forAppending, 0o600);
  try {
    await requireFile(file, path);
    await file.writeFile(text);
  } finally {
    await file.close();
  }
}

/** @throws the system's error; Error if it is no regular file */
export async function openOwn(path: string): Promise<FileHandle> {
  const file = await open(path, forReading);
  try {
    await requireFile(file, path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws Error if it is larger; the system's error */
export async function readOwn(path: string, limit: number): Promise<Buffer> {
  const file = await openOwn(path);
  try {
    const { size } = await file.stat();
    if (size > limit) {
      throw new Error(`${path} has ${size} bytes`);
    }
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function requireFile(file: FileHandle, path: string): Promise<void> {
  if (!(await file.stat()).isFile()) {
    throw new Error(`${path} is not a regular file`);
  }
}
