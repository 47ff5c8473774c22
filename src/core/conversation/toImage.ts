import type { Image } from '../../contract/content';
import type { ImageUpload } from '../../contract/view';

/** Converts an uploaded image to the form that the conversation shows. */
export function toImage(upload: ImageUpload): Image {
  const { mediaType, data, name } = upload;
  return { mediaType, data, name, bytes: decodedLength(data) };
}

/** Returns the size of base64 data in bytes. */
function decodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, (base64.length / 4) * 3 - padding);
}
