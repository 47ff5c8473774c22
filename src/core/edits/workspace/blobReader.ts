const lineFeed = 10;

/**
 * Parses `git cat-file --batch` output: a header line, the bytes, a line feed, and so on.
 * @see https://git-scm.com/docs/git-cat-file#_batch_output
 */
export class BlobReader {
  /** Bytes by object name. Blobs that are missing or beyond the limit are absent. */
  readonly blobs = new Map<string, Uint8Array>();

  private head: Buffer[] = [];
  private current:
    | { name: string; bytes: Buffer | undefined; size: number; read: number }
    | undefined;
  private total = 0;

  /** @param limit bytes of all blobs together; blobs that would exceed it are not kept */
  constructor(private readonly limit: number) {}

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      at = this.current ? this.readBytes(chunk, at) : this.readHead(chunk, at);
    }
  }

  private readHead(chunk: Buffer, at: number): number {
    const end = chunk.indexOf(lineFeed, at);
    if (end === -1) {
      this.head.push(chunk.subarray(at));
      return chunk.length;
    }
    const line = Buffer.concat([...this.head, chunk.subarray(at, end)]).toString('latin1');
    this.head = [];
    const [, name, digits] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? [];
    // Any other header is "<name> missing", without bytes.
    if (name !== undefined && digits !== undefined) {
      const size = Number(digits);
      const isKept = this.total + size <= this.limit;
      this.total += isKept ? size : 0;
      this.current = { name, size, read: 0, bytes: isKept ? Buffer.alloc(size) : undefined };
    }
    return end + 1;
  }

  private readBytes(chunk: Buffer, at: number): number {
    const { current } = this;
    if (!current) {
      return at;
    }
    const end = Math.min(chunk.length, at + current.size - current.read);
    current.bytes?.set(chunk.subarray(at, end), current.read);
    current.read += end - at;
    if (current.read < current.size || end === chunk.length) {
      return end;
    }
    if (current.bytes) {
      this.blobs.set(current.name, current.bytes);
    }
    this.current = undefined;
    // Skips the line feed after the bytes.
    return end + 1;
  }
}
