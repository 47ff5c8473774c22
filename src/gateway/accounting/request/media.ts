import { imageSize } from '../../../base/imageSize';
import { isObject } from '../../../base/json';
import { imageTokens } from '../../../base/tokenEstimate';

export interface Media {
  readonly count: number;
  /** Bytes of the base64 text. */
  readonly bytes: number;
  readonly tokens: number;
}

export const noMedia: Media = { count: 0, bytes: 0, tokens: 0 };

/** Characters of base64 that hold the header of any image; divisible by four. */
const headerLength = 64 * 1024;
/** For images whose size cannot be read: that of 1092 × 1092 pixels. */
const tokensOfUnknown = 1_590;
const [bytesPerPage, tokensPerPage] = [50_000, 2_000];

export function addMedia(one: Media, other: Media): Media {
  return {
    count: one.count + other.count,
    bytes: one.bytes + other.bytes,
    tokens: one.tokens + other.tokens,
  };
}

/** Tool results within one another; the API takes none in another. */
const deepest = 8;

/** Images and documents in content blocks, also inside of tool results. */
export function mediaIn(content: unknown, depth = 0): Media {
  if (!Array.isArray(content) || depth > deepest) {
    return noMedia;
  }
  let media = noMedia;
  for (const block of content) {
    if (!isObject(block)) {
      continue;
    }
    if (block.type === 'image' || block.type === 'document') {
      media = addMedia(media, mediaOf(block.type, block.source));
    } else if (block.type === 'tool_result') {
      media = addMedia(media, mediaIn(block.content, depth + 1));
    }
  }
  return media;
}

function mediaOf(type: 'image' | 'document', source: unknown): Media {
  const data = isObject(source) && source.type === 'base64' ? source.data : undefined;
  const bytes = typeof data === 'string' ? data.length : 0;
  if (type === 'document') {
    const pages = Math.max(1, Math.round((bytes * 0.75) / bytesPerPage));
    // Text documents have no base64; their text is counted with the messages.
    return bytes === 0 ? noMedia : { count: 1, bytes, tokens: pages * tokensPerPage };
  }
  const header =
    typeof data === 'string' ? Buffer.from(data.slice(0, headerLength), 'base64') : undefined;
  return { count: 1, bytes, tokens: (header && pixelTokens(header)) ?? tokensOfUnknown };
}

function pixelTokens(header: Buffer): number | undefined {
  try {
    const size = imageSize(header);
    return size && imageTokens(size.width, size.height);
  } catch {
    // A hostile header may point behind its end.
    return undefined;
  }
}
