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
    // Local variables are faster than fields: megabytes may arrive without a pause between them.
    let { column, value } = this;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === lineFeed) {
        this.found.push(column > blob.length ? value : -1);
        [column, value] = [0, 0];
      } else {
        value = value < 0 ? value : continued(value, byte, column);
        column += 1;
      }
    }
    this.column = column;
    this.value = value;
  }
}

/** @returns the number with one more digit; -1 if the line is not one of a blob */
function continued(value: number, byte: number, column: number): number {
  if (column < blob.length) {
    return byte === blob[column] ? value : -1;
  }
  const digit = byte - zero;
  return digit < 0 || digit > 9 ? -1 : 10 * value + digit;
}
