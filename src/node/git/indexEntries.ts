import { sep } from 'node:path';

/** Bytes before the first entry. */
export const headLength = 12;
/** Bytes of an entry before its name: times and numbers, the object's name, flags. */
export const nameStart = 62;
const checksumLength = 20;
const isExtended = 0x4000;
/** Sides of a conflict are entries of one name. */
export const stages = 0x3000;

const codes = ['/', '.', '\\', ':'].map(one => one.charCodeAt(0));
const [slash, dot, backslash, colon] = codes;

/**
 * Entry of an index file of a repository with SHA-1 names.
 * @see https://git-scm.com/docs/index-format
 */
export interface IndexEntry {
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

/** @returns 2, 3 or 4; `undefined` for a file that is no index, or of another version */
export function versionOf(bytes: Buffer): number | undefined {
  const version = bytes.length < headLength + checksumLength ? 0 : bytes.readUInt32BE(4);
  const isKnown = bytes.toString('latin1', 0, 4) === 'DIRC' && version >= 2 && version <= 4;
  return isKnown ? version : undefined;
}

/** Type and permissions of an entry's file. */
export function modeOf(bytes: Buffer, at: number): number {
  return bytes.readUInt32BE(at + 24);
}

/**
 * Reads the entry at a place.
 * @param version 2, 3 or 4
 * @param last the entry before it
 * @returns `undefined` beyond the end, or in a damaged index
 */
export function readEntry(
  bytes: Buffer,
  at: number,
  version: number,
  last: IndexEntry | undefined,
): IndexEntry | undefined {
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
  last: IndexEntry | undefined,
  flags: Pick<IndexEntry, 'flags' | 'more'>,
): IndexEntry | undefined {
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

/** Whether an entry can stand behind the last one: in order, and within the root. */
export function mayFollow(last: IndexEntry | undefined, entry: IndexEntry): boolean {
  return isInOrder(last, entry) && isSafe(entry);
}

/** Whether a name follows the last one; several entries of one name are sides of a conflict. */
function isInOrder(last: IndexEntry | undefined, entry: IndexEntry): boolean {
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
function isSafe({ bytes, start, end }: IndexEntry): boolean {
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

/** @returns `undefined` if something follows that changes what the entries say */
export function readExtensions(
  bytes: Buffer,
  start: number,
): { trees: Buffer | undefined } | undefined {
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
