import { randomUUID } from 'node:crypto';
import type { BlobContent } from '../../contract/calls';
import type { Image, Text } from '../../contract/content';
import type { BlobId } from '../../contract/ids';

/** Length in UTF-16 units from which a text stays here and only a preview is posted. */
const longText = 16_384;
const previewLength = 4_096;

/** Holds content too large for a message to the page. Lives as long as its conversation. */
export class BlobStore {
  private readonly blobs = new Map<BlobId, BlobContent>();
  private size = 0;

  constructor(private readonly nextId: () => string = randomUUID) {}

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

  get(id: BlobId): BlobContent | undefined {
    return this.blobs.get(id);
  }

  clear(): void {
    this.blobs.clear();
    this.size = 0;
  }

  private put(content: BlobContent): BlobId {
    const id = this.nextId() as BlobId;
    this.blobs.set(id, content);
    this.size += content.kind === 'text' ? content.text.length : content.data.length;
    return id;
  }
}

/** Cuts a text without splitting a surrogate pair. */
function cutAtCharacter(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHighSurrogate ? length - 1 : length);
}
