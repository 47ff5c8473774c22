import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type FileHandle, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolderSync, syncFolderSync } from './durableFolder';
import { stateOf } from './fileState';
import { type Folders, singleFolders } from './folderBatch';

export interface WriteOptions {
  mode?: number;
  /** Checked last before the file is replaced; false discards the new content. */
  isWanted?: () => boolean;
  /** Default: the folder is synced before the promise resolves. */
  folders?: Folders;
}

/**
 * Replaces a file so that a reader, or a crash, sees either the old or the new text. The new one
 * survives a power cut from then on. Creates the folder.
 */
export async function writeFileAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): Promise<void> {
  await replaceAtomic(path, data, options);
}

/**
 * Works like `writeFileAtomic`.
 * @returns the state of the new file, see `stateOf`; undefined if the text was discarded
 */
export async function replaceAtomic(
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): Promise<string | undefined> {
  const staged = await StagedFile.write(path, temporaryName(path), data, options);
  return staged.replace(options.isWanted);
}

/** A new text beside the file whose place it takes. */
export class StagedFile {
  private constructor(
    private readonly path: string,
    private readonly temporary: string,
    /** Undefined if it was closed already. */
    private readonly file: FileHandle | undefined,
    private readonly folders: Folders,
  ) {}

  /**
   * Writes the new text. The end of this process cannot take it back from then on, a power cut can.
   * Creates the folder.
   */
  static async write(
    path: string,
    temporary: string,
    data: string | Uint8Array,
    { mode = 0o600, folders = singleFolders }: Pick<WriteOptions, 'mode' | 'folders'> = {},
  ): Promise<StagedFile> {
    await folders.make(dirname(path));
    try {
      const file = await open(temporary, 'wx', mode);
      try {
        await file.writeFile(data);
        return new StagedFile(path, temporary, file, folders);
      } catch (error) {
        await file.close();
        throw error;
      }
    } catch (error) {
      discard(temporary);
      throw error;
    }
  }

  /**
   * Works like `write` without yielding: each call that waits for its turn in Node's threads takes
   * longer than a short text. Creates no folder.
   */
  static writeSync(path: string, temporary: string, data: string): StagedFile {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeWhole(file, data);
    } catch (error) {
      discard(temporary);
      throw error;
    } finally {
      closeSync(file);
    }
    return new StagedFile(path, temporary, undefined, singleFolders);
  }

  /**
   * Brings the new text to the disk and replaces the file.
   * @param isWanted checked last before the file is replaced; false discards the new text
   * @param isKept whether the new text stays beside the file if it cannot take its place
   * @returns the state of the new file, see `stateOf`; undefined if the text was discarded
   */
  async replace(isWanted = () => true, isKept = false): Promise<string | undefined> {
    const { path, temporary, folders } = this;
    try {
      const file = this.file ?? (await open(temporary, 'r+'));
      await file.sync().finally(() => file.close());
      // Once it has its name, another process may replace it. Some systems set the time at the close.
      const state = await stateOf(temporary);
      // An asynchronous rename could land after a synchronous write that has overtaken it.
      for (let attempt = 0; isWanted(); attempt += 1) {
        if (tryRename(temporary, path, attempt === 5)) {
          await folders.named(dirname(path));
          return state;
        }
        await delay(20 * 2 ** attempt);
      }
      await rm(temporary, { force: true });
      return undefined;
    } catch (error) {
      if (!isKept) {
        discard(temporary);
      }
      throw error;
    }
  }

  /** Removes the new text, in whose place a newer one lies. Never rejects. */
  async discard(): Promise<void> {
    await this.file?.close().catch(() => undefined);
    await rm(this.temporary, { force: true }).catch(() => undefined);
  }
}

/** Works like `writeFileAtomic` without yielding, for an extension host that is about to end. */
export function writeFileAtomicSync(path: string, data: string | Uint8Array, mode = 0o600): void {
  makeFolderSync(dirname(path));
  const temporary = temporaryName(path);
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      writeWhole(file, data);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    for (let attempt = 0; !tryRename(temporary, path, attempt === 20); attempt += 1);
    syncFolderSync(dirname(path));
  } catch (error) {
    discard(temporary);
    throw error;
  }
}

/** A disk that is nearly full may take a part. */
function writeWhole(file: number, data: string | Uint8Array): void {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(file, bytes, written);
  }
}

export type JsonFile =
  | { kind: 'read'; value: unknown }
  | { kind: 'missing' }
  /** The file exists but holds no JSON. */
  | { kind: 'malformed'; error: SyntaxError };

/** @throws the system error if the file exists but cannot be read: not the same as missing */
export async function readJsonFile(path: string): Promise<JsonFile> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return { kind: 'missing' };
    }
    throw error;
  }
  try {
    return { kind: 'read', value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) {
      return { kind: 'malformed', error };
    }
    throw error;
  }
}

function temporaryName(path: string): string {
  return `${path}.${randomUUID().slice(0, 8)}.tmp`;
}

/** Removes what was not completed, if the disk allows it: why it was not is what matters. */
function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true });
  } catch {
    // The disk that refused the file refuses this, too.
  }
}

/** Returns false if Windows refuses: scanners and indexers open files for some milliseconds. */
function tryRename(from: string, to: string, isLastAttempt: boolean): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (isLastAttempt || (code !== 'EPERM' && code !== 'EACCES' && code !== 'EBUSY')) {
      throw error;
    }
    return false;
  }
}
