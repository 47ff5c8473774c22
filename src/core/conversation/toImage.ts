import type { Image } from '../../contract/content';
import type { ImageUpload } from '../../contract/draft';
import { decodedLength } from './sentContext';

/** Converts an uploaded image to the form that the conversation shows. */
export function toImage(upload: ImageUpload): Image {
  const { mediaType, data, name } = upload;
  return { mediaType, data, name, bytes: decodedLength(data) };
}
