import {
  headLength,
  type IndexEntry,
  mayFollow,
  modeOf,
  readEntry,
  readExtensions,
  stages,
  versionOf,
} from '../../../node/git/indexEntries';
import { GrowingIndex } from './growingIndex';

/** Entries between two pauses, of which thousands take long before they are compiled. */
const atOnce = 500;

const assumedUnchanged = 0x8000;
const isExtended = 0x4000;
/** Sparse checkouts leave such files out; `git add -N` names them without a content. */
const isOutsideOrIntended = 0x6000;

const slash = '/'.charCodeAt(0);

/** Entries taken over from an index that git has written for the user. */
export interface TakenIndex {
  /** Index in version 2 without its checksum. Of extensions, it has that with the trees only. */
  readonly bytes: Buffer;
  /** Whether it names the trees of its folders. Without entries that it had, they would be wrong. */
  readonly hasTrees: boolean;
  /** Where its entries begin. */
  readonly entries: readonly number[];
  /** Tracked regular files that are not in it: what they contain has to be read. */
  readonly left: readonly string[];
  /** Folders of all tracked files, and those around them: `''` is the root. */
  readonly folders: ReadonlySet<string>;
}

/**
 * Takes the regular files of an index over that are as the index says, as far as file times tell.
 * @param bytes whole index file of a repository with SHA-1 names
 * @param largest bytes of the largest file
 * @param pause lets others have their turn
 * @returns `undefined` if the index is damaged, or is of a kind whose entries say less
 * @see https://git-scm.com/docs/index-format
 */
export async function takeOver(
  bytes: Buffer,
  largest: number,
  pause: () => Promise<void>,
): Promise<TakenIndex | undefined> {
  const version = versionOf(bytes);
  if (version === undefined) {
    return undefined;
  }
  const count = bytes.readUInt32BE(8);
  const left = new Set<string>();
  const folders = new Set(['']);
  const taken = new GrowingIndex(bytes);
  let at = headLength;
  let last: IndexEntry | undefined;
  for (let index = 0; index < count; index += 1) {
    if (index % atOnce === atOnce - 1) {
      await pause();
    }
    const entry = readEntry(bytes, at, version, last);
    if (!entry || !mayFollow(last, entry)) {
      return undefined;
    }
    const { flags, more, start, end, next } = entry;
    const mode = modeOf(bytes, at);
    const isRegular = mode === 0o100644 || mode === 0o100755;
    const isPlain =
      (flags & (assumedUnchanged | stages)) === 0 && (more & isOutsideOrIntended) === 0;
    if (isRegular && isPlain && bytes.readUInt32BE(at + 36) <= largest) {
      if (version < 4 && (flags & isExtended) === 0) {
        taken.keep(at, next);
      } else {
        taken.rewrite(at, entry.bytes.subarray(start, end));
      }
    } else if (isRegular) {
      left.add(entry.bytes.toString('utf8', start, end));
    }
    if (!last || !isInSameFolder(last, entry)) {
      addFolders(folders, entry);
    }
    [at, last] = [next, entry];
  }
  const extensions = readExtensions(bytes, at);
  if (!extensions) {
    return undefined;
  }
  const trees = taken.entries.length === count ? extensions.trees : undefined;
  const hasTrees = trees !== undefined;
  return {
    bytes: taken.finish(trees),
    hasTrees,
    entries: taken.entries,
    left: [...left],
    folders,
  };
}

function isInSameFolder(last: IndexEntry, entry: IndexEntry): boolean {
  const length = lengthOfFolder(entry);
  const [one, other] = [last.start, entry.start];
  return (
    lengthOfFolder(last) === length &&
    last.bytes.compare(entry.bytes, other, other + length, one, one + length) === 0
  );
}

/** Returns 0 for a file in the root. */
function lengthOfFolder({ bytes, start, end }: IndexEntry): number {
  let at = end - 1;
  while (at > start && bytes[at] !== slash) {
    at -= 1;
  }
  return at - start;
}

function addFolders(folders: Set<string>, entry: IndexEntry): void {
  const { bytes, start } = entry;
  let folder = bytes.toString('utf8', start, start + lengthOfFolder(entry));
  while (!folders.has(folder)) {
    folders.add(folder);
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  }
}
