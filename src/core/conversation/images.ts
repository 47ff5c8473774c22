import type { Image } from '../../contract/content';
import type { ImageUpload } from '../../contract/view';

/** An uploaded image as the conversation shows it. */
export function toImage(upload: ImageUpload): Image {
  const { mediaType, data, name } = upload;
  return { mediaType, data, name, bytes: decodedLength(data) };
}

/** Bytes behind a base64 text. */
function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, (base64.length / 4) * 3 - padding);
}
