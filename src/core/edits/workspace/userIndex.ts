import { sep } from 'node:path';
import { GrowingIndex, headLength, nameStart } from './growingIndex';

/** Entries between two pauses, of which thousands take long before they are compiled. */
const atOnce = 500;
const checksumLength = 20;

const assumedUnchanged = 0x8000;
const isExtended = 0x4000;
const stages = 0x3000;
/** Sparse checkouts leave such files out; `git add -N` names them without a content. */
const isOutsideOrIntended = 0x6000;

const codes = ['/', '.', '\\', ':'].map(one => one.charCodeAt(0));
const [slash, dot, backslash, colon] = codes;

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

interface Entry {
  readonly flags: number;
  /** Flags of version 3. */
  readonly more: number;
  /** Bytes with the name, and where it begins and ends in them. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  /** Where the next entry begins. */
  readonly next: number;
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
  const version = bytes.length < headLength + checksumLength ? 0 : bytes.readUInt32BE(4);
  if (bytes.toString('latin1', 0, 4) !== 'DIRC' || version < 2 || version > 4) {
    return undefined;
  }
  const count = bytes.readUInt32BE(8);
  const left = new Set<string>();
  const folders = new Set(['']);
  const taken = new GrowingIndex(bytes);
  let at = headLength;
  let last: Entry | undefined;
  for (let index = 0; index < count; index += 1) {
    if (index % atOnce === atOnce - 1) {
      await pause();
    }
    const entry = readEntry(bytes, at, version, last);
    if (!entry || !isInOrder(last, entry) || !isSafe(entry)) {
      return undefined;
    }
    const { flags, more, start, end, next } = entry;
    const mode = bytes.readUInt32BE(at + 24);
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

/** @returns `undefined` beyond the end */
function readEntry(
  bytes: Buffer,
  at: number,
  version: number,
  last: Entry | undefined,
): Entry | undefined {
  const most = bytes.length - checksumLength;
  if (at + nameStart > most) {
    return undefined;
  }
  const flags = bytes.readUInt16BE(at + nameStart - 2);
  const hasMore = version > 2 && (flags & isExtended) !== 0;
  const more = hasMore ? bytes.readUInt16BE(at + nameStart) : 0;
  const start = at + nameStart + (hasMore ? 2 : 0);
  if (version === 4) {
    return readShortened(bytes, start, last, { flags, more });
  }
  const end = bytes.indexOf(0, start);
  const next = at + ((end - at + 8) & ~7);
  return end > start && next <= most ? { flags, more, bytes, start, end, next } : undefined;
}

/** Version 4 names only what differs from the last name. */
function readShortened(
  bytes: Buffer,
  at: number,
  last: Entry | undefined,
  flags: Pick<Entry, 'flags' | 'more'>,
): Entry | undefined {
  const known = last ? last.bytes.subarray(last.start, last.end) : Buffer.alloc(0);
  const { value, end: start } = readNumber(bytes, at);
  const end = bytes.indexOf(0, start);
  if (end < start || end >= bytes.length - checksumLength || value > known.length) {
    return undefined;
  }
  const name = Buffer.concat([known.subarray(0, known.length - value), bytes.subarray(start, end)]);
  return { ...flags, bytes: name, start: 0, end: name.length, next: end + 1 };
}

/** Reads a number of variable length, as git writes the offsets in packs. */
function readNumber(bytes: Buffer, at: number): { value: number; end: number } {
  let end = at;
  let byte = bytes[end] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0 && value < bytes.length) {
    end += 1;
    byte = bytes[end] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, end: end + 1 };
}

/** Whether a name follows the last one; several entries of one name are sides of a conflict. */
function isInOrder(last: Entry | undefined, entry: Entry): boolean {
  if (!last) {
    return true;
  }
  const [one, other] = [last.bytes, entry.bytes];
  let [at, there] = [last.start, entry.start];
  while (at < last.end && there < entry.end && one[at] === other[there]) {
    at += 1;
    there += 1;
  }
  if (at === last.end) {
    return there < entry.end || (entry.flags & stages) !== 0;
  }
  return there < entry.end && (one[at] ?? 0) < (other[there] ?? 0);
}

/** Whether a name leads to a file below the root and not into a git directory. */
function isSafe({ bytes, start, end }: Entry): boolean {
  let from = start;
  for (let at = start; at <= end; at += 1) {
    const byte = at === end ? slash : bytes[at];
    if (byte === slash) {
      const isOdd = at === from || (bytes[from] === dot && isDotName(bytes, from, at));
      if (isOdd) {
        return false;
      }
      from = at + 1;
    } else if (sep === '\\' && (byte === backslash || byte === colon)) {
      return false;
    }
  }
  return true;
}

function isDotName(name: Buffer, start: number, end: number): boolean {
  return end - start < 5 && /^\.(\.|git)?$/i.test(name.toString('latin1', start, end));
}

function isInSameFolder(last: Entry, entry: Entry): boolean {
  const length = lengthOfFolder(entry);
  const [one, other] = [last.start, entry.start];
  return (
    lengthOfFolder(last) === length &&
    last.bytes.compare(entry.bytes, other, other + length, one, one + length) === 0
  );
}

/** Returns 0 for a file in the root. */
function lengthOfFolder({ bytes, start, end }: Entry): number {
  let at = end - 1;
  while (at > start && bytes[at] !== slash) {
    at -= 1;
  }
  return at - start;
}

function addFolders(folders: Set<string>, entry: Entry): void {
  const { bytes, start } = entry;
  let folder = bytes.toString('utf8', start, start + lengthOfFolder(entry));
  while (!folders.has(folder)) {
    folders.add(folder);
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  }
}

/** @returns `undefined` if something follows that changes what the entries say */
function readExtensions(bytes: Buffer, start: number): { trees: Buffer | undefined } | undefined {
  const end = bytes.length - checksumLength;
  let trees: Buffer | undefined;
  let at = start;
  while (at + 8 <= end) {
    const name = bytes.toString('latin1', at, at + 4);
    const next = at + 8 + bytes.readUInt32BE(at + 4);
    // A lower-case letter marks what must be understood: split and sparse indexes.
    if (!/^[A-Z]/.test(name)) {
      return undefined;
    }
    trees = name === 'TREE' ? bytes.subarray(at, next) : trees;
    at = next;
  }
  return at === end ? { trees } : undefined;
}
