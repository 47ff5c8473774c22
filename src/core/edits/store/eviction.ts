import { asNumber } from '../../../base/json';
import type { BlobId } from '../../../contract/ids';
import type { StoredFile } from './blobFiles';

const hour = 3_600_000;
const day = 24 * hour;
const megabyte = 1024 * 1024;

/** How much is evicted at the bound, so that not every put evicts: the part that stays. */
const partKept = 0.8;

/** Another window may have put it and not yet written the record that pins it. Milliseconds. */
const safeTime = hour;

export interface BaselineLimits {
  /** Bytes on disk. */
  readonly maxSize: number;
  /** Milliseconds since the last use. */
  readonly maxAge: number;
}

/** Limits from the settings' values; VS Code does not hold these to the manifest's type and minimum. */
export function baselineLimits(megabytes: unknown, days: unknown): BaselineLimits {
  return {
    maxSize: Math.max(50, asNumber(megabytes) ?? 1000) * megabyte,
    maxAge: Math.max(1, asNumber(days) ?? 30) * day,
  };
}

export interface EvictionOptions {
  readonly limits: BaselineLimits;
  /** What stays whatever its age; `undefined` when that is not known, so that all contents stay. */
  readonly pinned: ReadonlySet<BlobId> | undefined;
  /** Bytes that wait to be put. */
  readonly waiting: number;
  readonly now: number;
}

/** Which files go: leftovers, what is too old, and at the size bound what was used least recently. */
export function chooseEvicted(
  files: readonly StoredFile[],
  { limits, pinned, waiting, now }: EvictionOptions,
): StoredFile[] {
  const leftovers = files.filter(file => file.ref === undefined && now - file.usedAt > day);
  if (!pinned) {
    return leftovers;
  }
  const candidates = files
    .filter(({ ref, usedAt }) => ref !== undefined && !pinned.has(ref) && now - usedAt > safeTime)
    .sort((a, b) => a.usedAt - b.usedAt);
  const isOld = (file: StoredFile) => now - file.usedAt > limits.maxAge;
  const evicted = [...leftovers, ...candidates.filter(isOld)];
  let size = totalSize(files) - totalSize(evicted);
  if (size + waiting > limits.maxSize) {
    const target = Math.min(limits.maxSize * partKept, limits.maxSize - waiting);
    for (const file of candidates.filter(one => !isOld(one))) {
      if (size <= target) {
        break;
      }
      evicted.push(file);
      size -= file.size;
    }
  }
  return evicted;
}

export function totalSize(files: readonly StoredFile[]): number {
  return files.reduce((sum, file) => sum + file.size, 0);
}
