/** Last part of a command's output, in whole characters. */
export class OutputTail {
  private chunks: Buffer[] = [];
  private length = 0;
  private wasCut = false;

  /** @param limit in bytes of UTF-8 */
  constructor(private readonly limit: number) {}

  push(text: string): void {
    const chunk = Buffer.from(text, 'utf8');
    this.chunks.push(chunk);
    this.length += chunk.length;
    this.wasCut ||= this.length > this.limit;
    while (this.length - (this.chunks[0]?.length ?? 0) >= this.limit && this.chunks.length > 1) {
      this.length -= this.chunks.shift()?.length ?? 0;
    }
    // Many small chunks would make each of them costly to keep.
    if (this.chunks.length > mostChunks) {
      this.chunks = [Buffer.concat(this.chunks)];
    }
  }

  get isCut(): boolean {
    return this.wasCut;
  }

  get text(): string {
    const all = Buffer.concat(this.chunks);
    let start = Math.max(0, all.length - this.limit);
    while (start < all.length && start > 0 && ((all[start] ?? 0) & 0xc0) === 0x80) {
      start += 1;
    }
    return all.toString('utf8', start);
  }

  clear(): void {
    this.chunks = [];
    this.length = 0;
  }
}

const mostChunks = 1_000;
