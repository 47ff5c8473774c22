import { type IndexedFile, Segment, toStep } from './segment';

/** Files of a segment: 13 bits. With 32 bits of a term and 8 of a weight, they fill one number. */
export const mostInSegment = 8_192;
const fileUnit = 2 ** 8;
const termUnit = 2 ** 21;

/** Collects files and sorts their terms into a segment. */
export class SegmentBuilder {
  private readonly files: IndexedFile[] = [];
  /** Term, file and weight as one number each, which the engine sorts fastest. */
  private entries = new Float64Array(1 << 16);
  private count = 0;

  get size(): number {
    return this.files.length;
  }

  get isFull(): boolean {
    return this.size >= mostInSegment;
  }

  /** @returns place of the file in the segment */
  add(file: IndexedFile, weights: ReadonlyMap<number, number>): number {
    const at = this.files.push(file) - 1;
    for (const [term, weight] of weights) this.put(term, at, weight);
    return at;
  }

  /** Takes over the live files of segments. There must be room for them. */
  addAll(segments: readonly Segment[]): void {
    for (const segment of segments) {
      const places = new Int32Array(segment.size).fill(-1);
      for (let at = 0; at < segment.size; at += 1) {
        if (segment.isLive(at)) places[at] = this.files.push(segment.file(at)) - 1;
      }
      segment.each((term, at, weight) => {
        const place = places[at] ?? -1;
        if (place !== -1) this.put(term, place, weight);
      });
    }
  }

  build(): Segment {
    const entries = this.entries.subarray(0, this.count).sort();
    const terms: number[] = [];
    const starts: number[] = [];
    const postings = new Uint8Array(this.count * 3);
    let end = 0;
    let last = -1;
    let lastFile = -1;
    for (const entry of entries) {
      const term = Math.floor(entry / termUnit);
      const rest = entry - term * termUnit;
      const file = Math.floor(rest / fileUnit);
      if (term !== last) {
        terms.push(term);
        starts.push(end);
        last = term;
        lastFile = -1;
      }
      let distance = file - lastFile;
      lastFile = file;
      for (; distance > 0x7f; distance >>= 7) {
        postings[end] = (distance & 0x7f) | 0x80;
        end += 1;
      }
      postings[end] = distance;
      postings[end + 1] = rest % fileUnit;
      end += 2;
    }
    starts.push(end);
    return new Segment({
      paths: this.files.map(({ path }) => path),
      times: Float64Array.from(this.files, ({ time }) => time),
      sizes: Float64Array.from(this.files, ({ size }) => size),
      lengths: Uint32Array.from(this.files, ({ length }) => length),
      live: new Uint8Array(this.size).fill(1),
      terms: Uint32Array.from(terms),
      starts: Uint32Array.from(starts),
      postings: postings.slice(0, end),
    });
  }

  private put(term: number, file: number, weight: number): void {
    if (this.count === this.entries.length) {
      const grown = new Float64Array(this.entries.length * 2);
      grown.set(this.entries);
      this.entries = grown;
    }
    this.entries[this.count] = term * termUnit + file * fileUnit + toStep(weight);
    this.count += 1;
  }
}
