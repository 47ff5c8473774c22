import type { Image, ImageMediaType } from '../contract/content';

const mediaTypes: readonly ImageMediaType[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
];

/**
 * @param data base64
 * @returns `undefined` for types that the webview cannot show
 */
export function toImage(
  mediaType: string | undefined,
  data: string | undefined,
): Image | undefined {
  const known = mediaTypes.find(candidate => candidate === mediaType);
  if (!known || !data) {
    return undefined;
  }
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return { mediaType: known, bytes: Math.floor((data.length * 3) / 4) - padding, data };
}
