const lineFeed = 10;
const zero = 48;
const blob = Buffer.from('blob ');

/** Parses the output of `git cat-file --batch-check='%(objecttype) %(objectsize)'`. */
export class ObjectLengths {
  /** Bytes of each object; -1 where there is none, or one of another type. */
  readonly found: number[] = [];
  /** Bytes read of the present line. */
  private column = 0;
  private value = 0;

  push(chunk: Buffer): void {
    for (const byte of chunk) {
      if (byte === lineFeed) {
        this.found.push(this.column > blob.length ? this.value : -1);
        [this.column, this.value] = [0, 0];
      } else {
        this.add(byte);
        this.column += 1;
      }
    }
  }

  private add(byte: number): void {
    const digit = byte - zero;
    const isOdd = this.column < blob.length ? byte !== blob[this.column] : digit < 0 || digit > 9;
    if (isOdd || this.value < 0) {
      this.value = -1;
    } else if (this.column >= blob.length) {
      this.value = 10 * this.value + digit;
    }
  }
}
