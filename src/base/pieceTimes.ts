/** Pieces above which neighbours are merged. */
const mostPieces = 2_000;

/** When the pieces of an answer came. Long answers get coarser times, so that memory is bounded. */
export class PieceTimes {
  private pieces: (readonly [place: number, ms: number])[] = [];
  /** Milliseconds between two pieces that are told apart. */
  private gap = 1;

  /** Places of pieces as they were added, with their times. */
  get list(): readonly (readonly [place: number, ms: number])[] {
    return this.pieces;
  }

  /** @param place of the piece in the decoded answer */
  add(place: number, ms: number): void {
    const last = this.pieces.at(-1);
    if (last && ms - last[1] < this.gap) {
      return;
    }
    this.pieces.push([place, ms]);
    while (this.pieces.length > mostPieces) {
      this.gap *= 2;
      this.merge();
    }
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
