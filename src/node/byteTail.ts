/** Last bytes of a text stream, to show why a program failed. */
export class ByteTail {
  private bytes = Buffer.alloc(0);
  private cut = false;

  constructor(private readonly limit = 8 * 1024) {}

  push(chunk: Buffer): void {
    const all = Buffer.concat([this.bytes, chunk.subarray(-this.limit)]);
    this.cut ||= this.bytes.length + chunk.length > this.limit;
    this.bytes = Buffer.from(all.subarray(-this.limit));
  }

  /** Starts at a whole character even if the cut split one. */
  get text(): string {
    let start = 0;
    while (this.cut && start < 3 && ((this.bytes[start] ?? 0) & 0xc0) === 0x80) {
      start += 1;
    }
    return this.bytes.toString('utf8', start);
  }
}
