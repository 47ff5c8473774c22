import { randomUUID } from 'node:crypto';
import type { BlobContent } from '../../contract/calls';
import type { Image, Text } from '../../contract/content';
import type { BlobId } from '../../contract/ids';
import type { SentContext } from '../../contract/mentions';

/** Length in UTF-16 units from which a text stays here and only a preview is posted. */
const longText = 16_384;
const previewLength = 4_096;

/** Holds content too large for a message to the page. */
export class BlobStore {
  /** Most recently used last. */
  private readonly blobs = new Map<BlobId, BlobContent>();
  private size = 0;

  /** @param limit size in UTF-16 units beyond which the least recently used content is dropped */
  constructor(
    private readonly idOf: (content: string) => string = () => randomUUID(),
    private readonly limit = Number.POSITIVE_INFINITY,
  ) {}

  /** Total size of the content, in UTF-16 units. */
  get length(): number {
    return this.size;
  }

  text(text: string): Text {
    if (text.length < longText) {
      return text;
    }
    const blob = this.put({ kind: 'text', text });
    return { blob, preview: cutAtCharacter(text, previewLength), length: text.length };
  }

  image(image: Image): Image {
    if (image.data === undefined) {
      return image;
    }
    const { data, ...rest } = image;
    return { ...rest, blob: this.put({ kind: 'base64', data, mediaType: image.mediaType }) };
  }

  /** Stores each text, because a message may bring many; what the agent read itself has none. */
  context(context: SentContext): SentContext {
    if (context.kind === 'shell' && (context.text?.length ?? 0) <= previewLength) {
      // Shown at once, like in a terminal.
      return context;
    }
    const { text, data, ...rest } = context;
    const content: BlobContent | undefined =
      data !== undefined
        ? { kind: 'base64', data, mediaType: 'application/pdf' }
        : text === undefined
          ? undefined
          : { kind: 'text', text };
    return content ? { ...rest, blob: this.put(content) } : context;
  }

  get(id: BlobId): BlobContent | undefined {
    const content = this.blobs.get(id);
    if (content) {
      this.use(id, content);
    }
    return content;
  }

  /** Adds content that was dropped. */
  restore(id: BlobId, content: BlobContent): void {
    if (!this.blobs.has(id)) {
      this.size += sizeOf(content);
    }
    this.use(id, content);
    this.evict();
  }

  clear(): void {
    this.blobs.clear();
    this.size = 0;
  }

  private put(content: BlobContent): BlobId {
    const id = this.idOf(content.kind === 'text' ? content.text : content.data) as BlobId;
    this.restore(id, content);
    return id;
  }

  private use(id: BlobId, content: BlobContent): void {
    this.blobs.delete(id);
    this.blobs.set(id, content);
  }

  private evict(): void {
    for (const [id, content] of this.blobs) {
      if (this.size <= this.limit || this.blobs.size === 1) {
        return;
      }
      this.blobs.delete(id);
      this.size -= sizeOf(content);
    }
  }
}

function sizeOf(content: BlobContent): number {
  return content.kind === 'text' ? content.text.length : content.data.length;
}

/** Cuts a text without splitting a surrogate pair. */
function cutAtCharacter(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? length - 1 : length);
}
