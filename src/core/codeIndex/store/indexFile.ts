import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isObject } from '../../../base/json';
import { writeFileAtomic } from '../../../node/atomicFile';
import { Segment, type SegmentData } from './segment';

/** Raised whenever terms, weights or the form of the file change: an old index is built anew. */
const version = 1;
const magic = 'TANDEM-CODE-INDEX\n';
const digestLength = 32;
/** Bytes: a larger file was not written by this code. */
const largest = 1024 * 1024 * 1024;

const numberKinds = {
  times: Float64Array,
  sizes: Float64Array,
  lengths: Uint32Array,
  terms: Uint32Array,
  starts: Uint32Array,
  live: Uint8Array,
  postings: Uint8Array,
} as const;
type NumberKind = keyof typeof numberKinds;
const kinds = Object.keys(numberKinds) as readonly NumberKind[];

/**
 * Writes the segments of a root: a mark, a digest, the length of a head, the head as JSON, then the
 * numbers, each array at a multiple of 8 bytes.
 */
export async function writeIndex(
  path: string,
  root: string,
  segments: readonly Segment[],
): Promise<void> {
  const head = {
    version,
    root,
    segments: segments.map(({ data }) => ({
      paths: data.paths,
      lengths: kinds.map(kind => data[kind].length),
    })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(8);
  length.writeDoubleLE(text.length);
  const parts: Uint8Array[] = [length, text, padding(text.length)];
  for (const { data } of segments) {
    for (const kind of kinds) {
      const { buffer, byteOffset, byteLength } = data[kind];
      parts.push(new Uint8Array(buffer, byteOffset, byteLength), padding(byteLength));
    }
  }
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  await writeFileAtomic(path, Buffer.concat([Buffer.from(magic), digest.digest(), ...parts]));
}

/**
 * Reads what `writeIndex` has written.
 * @returns undefined for anything else: no file, another version or root, or a damaged file
 */
export async function readIndex(path: string, root: string): Promise<Segment[] | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch {
    // Nothing was kept, or it cannot be read: then it is built again.
    return undefined;
  }
  const start = magic.length + digestLength;
  if (
    bytes.length < start + 8 ||
    bytes.length > largest ||
    bytes.toString('latin1', 0, magic.length) !== magic
  ) {
    return undefined;
  }
  const digest = createHash('sha256').update(bytes.subarray(start)).digest();
  if (!digest.equals(bytes.subarray(magic.length, start))) {
    return undefined;
  }
  // A copy that begins at a multiple of 8, as the numbers must.
  const content = new Uint8Array(bytes.subarray(start)).buffer;
  const headLength = new DataView(content).getFloat64(0, true);
  const head = parseHead(Buffer.from(content, 8, headLength).toString('utf8'), root);
  if (!head) {
    return undefined;
  }
  let at = 8 + headLength + padding(headLength).length;
  return head.map(({ paths, lengths }) => {
    const take = (kind: NumberKind) => {
      const Kind = numberKinds[kind];
      const found = new Kind(content, at, lengths[kinds.indexOf(kind)] ?? 0);
      at += found.byteLength + padding(found.byteLength).length;
      return found;
    };
    const numbers = Object.fromEntries(kinds.map(kind => [kind, take(kind)]));
    return new Segment({ paths, ...numbers } as SegmentData);
  });
}

function padding(length: number): Uint8Array {
  return new Uint8Array((8 - (length % 8)) % 8);
}

interface SegmentHead {
  readonly paths: readonly string[];
  readonly lengths: readonly number[];
}

/** The digest has vouched for the rest: only this code writes it. */
function parseHead(text: string, root: string): readonly SegmentHead[] | undefined {
  const head: unknown = JSON.parse(text);
  return isObject(head) && head.version === version && head.root === root
    ? (head.segments as unknown as readonly SegmentHead[])
    : undefined;
}
