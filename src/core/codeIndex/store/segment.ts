/** A file as it was when it was read. */
export interface IndexedFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** Milliseconds since 1970, and bytes. */
  readonly time: number;
  readonly size: number;
  /** Number of identifiers; 0 for a file whose text is not searched. */
  readonly length: number;
}

/** Content of a segment, as it is kept on disk. */
export interface SegmentData {
  readonly paths: readonly string[];
  readonly times: Float64Array;
  readonly sizes: Float64Array;
  readonly lengths: Uint32Array;
  /** 0 for a file that is gone or has been read again since. */
  readonly live: Uint8Array;
  /** Sorted. */
  readonly terms: Uint32Array;
  /** Where the postings of each term begin, and where the last ones end. */
  readonly starts: Uint32Array;
  /** For each file with the term: its distance from the file before, as a varint, and the weight. */
  readonly postings: Uint8Array;
}

/** Steps in which weights are kept: a byte holds up to 127.5. */
const stepsPerWeight = 2;

export function toStep(weight: number): number {
  return Math.max(1, Math.min(255, Math.round(weight * stepsPerWeight)));
}

/** Some thousand files with their terms. It never changes, apart from files that go. */
export class Segment {
  private dead = 0;

  constructor(readonly data: SegmentData) {
    for (const one of data.live) this.dead += 1 - one;
  }

  get size(): number {
    return this.data.paths.length;
  }

  get liveCount(): number {
    return this.size - this.dead;
  }

  file(at: number): IndexedFile {
    const { paths, times, sizes, lengths } = this.data;
    return {
      path: paths[at] ?? '',
      time: times[at] ?? 0,
      size: sizes[at] ?? 0,
      length: lengths[at] ?? 0,
    };
  }

  isLive(at: number): boolean {
    return this.data.live[at] === 1;
  }

  remove(at: number): void {
    if (this.isLive(at)) {
      this.data.live[at] = 0;
      this.dead += 1;
    }
  }

  /** Calls `take` with each file that has a term, those that are gone among them. */
  find(term: number, take: (at: number, weight: number) => void): void {
    const place = this.placeOf(term);
    if (place !== -1) this.read(place, take);
  }

  /** Calls `take` with everything that the segment holds, sorted by term. */
  each(take: (term: number, at: number, weight: number) => void): void {
    for (const [place, term] of this.data.terms.entries()) {
      this.read(place, (at, weight) => take(term, at, weight));
    }
  }

  private read(place: number, take: (at: number, weight: number) => void): void {
    const { postings, starts } = this.data;
    const end = starts[place + 1] ?? 0;
    let file = -1;
    for (let at = starts[place] ?? 0; at < end; ) {
      let distance = 0;
      let shift = 0;
      let byte: number;
      do {
        byte = postings[at] ?? 0;
        at += 1;
        distance |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte & 0x80);
      file += distance;
      take(file, (postings[at] ?? 0) / stepsPerWeight);
      at += 1;
    }
  }

  private placeOf(term: number): number {
    const { terms } = this.data;
    let low = 0;
    let high = terms.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = terms[middle] ?? 0;
      if (found === term) return middle;
      if (found < term) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
