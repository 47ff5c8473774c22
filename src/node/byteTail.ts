/** Last bytes of a text stream, to show why a program failed. */
export class ByteTail {
  private bytes = Buffer.alloc(0);
  private cut = false;

  constructor(private readonly limit = 8 * 1024) {}

  push(chunk: Buffer): void {
    this.cut ||= this.bytes.length + chunk.length > this.limit;
    const kept = this.bytes.subarray(Math.max(0, this.bytes.length + chunk.length - this.limit));
    this.bytes = Buffer.concat([kept, chunk.subarray(-this.limit)]);
  }

  /**
   * Starts at a whole line, or at a whole character if there is only one line. The end of a cut
   * secret would not be recognized as one.
   */
  get text(): string {
    let start = 0;
    while (this.cut && start < 3 && ((this.bytes[start] ?? 0) & 0xc0) === 0x80) {
      start += 1;
    }
    const lineEnd = this.cut ? this.bytes.indexOf('\n') : -1;
    const isLast = lineEnd >= this.bytes.length - 1;
    return this.bytes.toString('utf8', lineEnd < 0 || isLast ? start : lineEnd + 1);
  }
}
