import { StringDecoder } from 'node:string_decoder';

/** Pieces above which neighbours are merged. */
const mostPieces = 2_000;

/** When the pieces of an answer came. Long answers get coarser times, so that memory is bounded. */
export class PieceTimes {
  private pieces: (readonly [byte: number, ms: number])[] = [];
  /** Milliseconds between two pieces that are told apart. */
  private gap = 1;

  /** @param byte place of the piece in the decoded answer */
  add(byte: number, ms: number): void {
    const last = this.pieces.at(-1);
    if (last && ms - last[1] < this.gap) {
      return;
    }
    this.pieces.push([byte, ms]);
    while (this.pieces.length > mostPieces) {
      this.gap *= 2;
      this.merge();
    }
  }

  /** Returns the pieces with their places in characters. A cut character belongs to its last piece. */
  inCharacters(body: Buffer): (readonly [offset: number, ms: number])[] {
    const decoder = new StringDecoder('utf8');
    let characters = 0;
    let from = 0;
    return this.pieces.map(([byte, ms]) => {
      characters += decoder.write(body.subarray(from, byte)).length;
      from = Math.max(from, byte);
      return [characters, ms] as const;
    });
  }

  private merge(): void {
    let last = Number.NEGATIVE_INFINITY;
    this.pieces = this.pieces.filter(([, ms]) => {
      const isKept = ms - last >= this.gap;
      last = isKept ? ms : last;
      return isKept;
    });
  }
}
