import { createHash } from 'node:crypto';
import { lstatSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readInto, withRegularFile } from '../../node/regularFileSync';

/** How much of a file's code was compiled when it was kept: up to the start, or a whole turn. */
export type Kept = 'nothing' | 'start' | 'turn';

/** In their order. */
export const stages: readonly Kept[] = ['nothing', 'start', 'turn'];
/** Bytes of the largest entry; that of the largest file has some 2 MB. */
export const largest = 8 * 1024 * 1024;
const digestLength = 32;

/**
 * Compiled forms of the bundle's files, for the next window (ADR 19). V8 compares its own version and
 * the length of the source. A wrong form may do anything. Therefore the whole source is in the key.
 * A digest finds what a disk has broken. Files that others could have written are left alone.
 */
export class CodeCache {
  /** @param folder absolute path, which need not exist */
  constructor(readonly folder: string) {}

  /** Never throws: without a usable entry, the code is compiled. */
  read(name: string, key: string): { readonly kept: Kept; readonly data: Buffer } | undefined {
    try {
      const bytes = this.isOwn() ? readOwn(this.pathOf(name, key)) : undefined;
      return bytes && decoded(bytes);
    } catch {
      // There is none, as in the first window.
      return undefined;
    }
  }

  pathOf(name: string, key: string): string {
    return join(this.folder, entryName(name, key));
  }

  /**
   * Whether only the user can write to the folder.
   * @throws the system's error if there is none
   */
  isOwn(): boolean {
    const stats = lstatSync(this.folder);
    return stats.isDirectory() && isPrivate(stats);
  }
}

/** @param name of the file, which may begin with "./" */
export function entryName(name: string, key: string): string {
  return `${name.replace('./', '')}.${key}.bin`;
}

/**
 * Returns a name for a source.
 * @param tag of V8, for its version and its flags
 */
export function keyOf(source: Buffer, tag: number): string {
  return createHash('sha256')
    .update(`${tag}\n`)
    .update(source)
    .digest('hex')
    .slice(0, digestLength);
}

export function encoded(kept: Kept, data: Buffer): Buffer {
  const stage = Buffer.of(stages.indexOf(kept));
  return Buffer.concat([digestOf(stage, data), stage, data]);
}

function decoded(bytes: Buffer): { kept: Kept; data: Buffer } | undefined {
  const digest = bytes.subarray(0, digestLength);
  const [stage, data] = [
    bytes.subarray(digestLength, digestLength + 1),
    bytes.subarray(digestLength + 1),
  ];
  const kept = stages[stage[0] ?? 0];
  return kept && digestOf(stage, data).equals(digest) ? { kept, data } : undefined;
}

function digestOf(stage: Buffer, data: Buffer): Buffer {
  return createHash('sha256').update(stage).update(data).digest();
}

/** Reads a file at once, unless it is a link, a pipe, someone else's or too large. */
function readOwn(path: string): Buffer | undefined {
  return withRegularFile(path, (file, stats) => {
    if (!isPrivate(stats) || stats.size > largest) {
      return undefined;
    }
    const bytes = Buffer.allocUnsafeSlow(stats.size);
    return readInto(file, bytes) === stats.size ? bytes : undefined;
  });
}

/** On Windows, who may write is inherited from the user's own folder. */
function isPrivate({ uid, mode }: Stats): boolean {
  return process.platform === 'win32' || (uid === process.getuid?.() && (mode & 0o077) === 0);
}
