import type { Media } from './media';

/** Part of a request as far as accounting needs it, without its content. */
export interface RequestPart {
  readonly digest: string;
  /** Digest of its content without breakpoints of the cache. */
  readonly bare: string;
  /** Bytes of its JSON. */
  readonly bytes: number;
  /** Name of a tool, role of a message. */
  readonly name?: string;
  /** False for tools that the API runs, which have no schema. */
  readonly isClientTool?: boolean;
  /** Places of `cache_control` in it. */
  readonly breakpoints: readonly { readonly block?: number; readonly ttl: '5m' | '1h' }[];
  readonly media: Media;
  /** Bytes of the texts in a message that the CLI has added. Absent: none. */
  readonly reminders?: number;
  /** Beginning of a system text. */
  readonly head?: string;
}

interface Entry {
  readonly part: RequestPart;
  readonly content: Buffer | undefined;
}

/** Rough memory of an entry without its content, in bytes. */
const entryCost = 400;

/**
 * Parts of the last requests by digest. A conversation sends nearly all parts again with each call:
 * they are neither read nor kept twice. Memory is bounded; the least recently used part goes first.
 * The contents serve to find the first differing character and cannot be read from outside.
 */
export class PartStore {
  private readonly entries = new Map<string, Entry>();
  private size = 0;

  /** @param limit in bytes */
  constructor(private readonly limit = 6 * 1024 * 1024) {}

  get(digest: string): RequestPart | undefined {
    const entry = this.entries.get(digest);
    if (entry) {
      this.entries.delete(digest);
      this.entries.set(digest, entry);
    }
    return entry?.part;
  }

  /** Returns the part's JSON; undefined if it is no longer kept. */
  contentOf(digest: string): Buffer | undefined {
    return this.entries.get(digest)?.content;
  }

  add(part: RequestPart, content: Buffer | undefined): void {
    if (this.entries.has(part.digest)) {
      return;
    }
    const kept = content && content.length <= this.limit / 2 ? content : undefined;
    this.entries.set(part.digest, { part, content: kept });
    this.size += entryCost + (kept?.length ?? 0);
    for (const [digest, entry] of this.entries) {
      if (this.size <= this.limit) {
        return;
      }
      this.entries.delete(digest);
      this.size -= entryCost + (entry.content?.length ?? 0);
    }
  }

  clear(): void {
    this.entries.clear();
    this.size = 0;
  }
}
