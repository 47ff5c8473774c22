/** Splits the streamed output of `git … -z` into fields. */
export class NulSplitter {
  private rest: Buffer[] = [];

  constructor(private readonly onField: (field: string) => void) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const piece = chunk.subarray(start, end);
      this.onField(
        this.rest.length === 0
          ? piece.toString('utf8')
          : Buffer.concat([...this.rest, piece]).toString('utf8'),
      );
      this.rest = [];
      start = end + 1;
    }
    if (start < chunk.length) {
      this.rest.push(chunk.subarray(start));
    }
  }
}
