/** Contents in one buffer, which moves to another thread without a copy. */
export interface Packed {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** End of each content in the buffer, in order; `-1` where there is none. */
  readonly ends: readonly number[];
}

export function pack(contents: readonly (Uint8Array | undefined)[]): Packed {
  const bytes = new Uint8Array(contents.reduce((sum, one) => sum + (one?.length ?? 0), 0));
  let end = 0;
  const ends = contents.map(content => {
    if (!content) {
      return -1;
    }
    bytes.set(content, end);
    end += content.length;
    return end;
  });
  return { bytes, ends };
}

/** @returns views into the buffer */
export function unpack({ bytes, ends }: Packed): (Uint8Array | undefined)[] {
  let start = 0;
  return ends.map(end => {
    if (end < 0) {
      return undefined;
    }
    const content = bytes.subarray(start, end);
    start = end;
    return content;
  });
}
