import { asNumber } from '../../../base/json';
import type { BlobId } from '../../../contract/ids';
import type { StoredFile } from './blobFiles';

const hour = 3_600_000;
const day = 24 * hour;
const megabyte = 1024 * 1024;

/** Share of the size limit kept by an eviction, so that not every `put` evicts. */
const partKept = 0.8;

/** Milliseconds. Another window may have stored a content but not yet the record that pins it. */
const safeTime = hour;

export interface BaselineLimits {
  /** Bytes on disk. */
  readonly maxSize: number;
  /** Milliseconds since the last use. */
  readonly maxAge: number;
}

/** Reads limits from settings; VS Code does not enforce the manifest's type and minimum. */
export function baselineLimits(megabytes: unknown, days: unknown): BaselineLimits {
  return {
    maxSize: Math.max(50, asNumber(megabytes) ?? 1000) * megabyte,
    maxAge: Math.max(1, asNumber(days) ?? 30) * day,
  };
}

export interface EvictionOptions {
  readonly limits: BaselineLimits;
  /** Contents that stay whatever their age; `undefined` if unknown, so that all contents stay. */
  readonly pinned: ReadonlySet<BlobId> | undefined;
  /** Bytes waiting to be stored. */
  readonly waiting: number;
  readonly now: number;
}

/**
 * Chooses files to remove: stale temporary files, old files, and above the size limit the least
 * recently used.
 */
export function chooseEvicted(
  files: readonly StoredFile[],
  { limits, pinned, waiting, now }: EvictionOptions,
): StoredFile[] {
  const remaining = files.filter(file => file.ref === undefined && now - file.usedAt > day);
  if (!pinned) {
    return remaining;
  }
  const candidates = files
    .filter(({ ref, usedAt }) => ref !== undefined && !pinned.has(ref) && now - usedAt > safeTime)
    .sort((a, b) => a.usedAt - b.usedAt);
  const isOld = (file: StoredFile) => now - file.usedAt > limits.maxAge;
  const evicted = [...remaining, ...candidates.filter(isOld)];
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
