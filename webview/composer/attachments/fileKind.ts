import type { ImageMediaType } from '../../../src/contract/content';

export type FileKind =
  | { readonly kind: 'image'; readonly mediaType: ImageMediaType }
  | { readonly kind: 'pdf' }
  /** Converted by the host. */
  | { readonly kind: 'document' }
  /** Image or document of a format that nobody reads here. */
  | { readonly kind: 'refused'; readonly format: string; readonly advice: 'image' | 'office' }
  /** Text, or anything else. */
  | { readonly kind: 'other' };

/** Bytes at the beginning that `fileKind` looks at. */
export const headLength = 32;

const documents = /\.(?:docx|docm|dotx|xlsx|xlsm|xltx|pptx|pptm|ppsx|odt|ods|odp|ott|csv|tsv)$/i;

/** Detects what to do with a file, by its first bytes: names may be wrong. */
export function fileKind(name: string, head: Uint8Array): FileKind {
  const mediaType = imageTypeOf(head);
  if (mediaType) {
    return { kind: 'image', mediaType };
  }
  const text = textOf(head);
  if (text.startsWith('%PDF-')) {
    return { kind: 'pdf' };
  }
  const format = refusedImage(text);
  if (format !== undefined) {
    return { kind: 'refused', format, advice: 'image' };
  }
  if (text.startsWith('\u00d0\u00cf\u0011\u00e0')) {
    // The container of old Office files, and of new ones with a password.
    return { kind: 'refused', format: 'Office 97', advice: 'office' };
  }
  return documents.test(name) ? { kind: 'document' } : { kind: 'other' };
}

/** Detects the type from the first bytes: the API refuses an image that differs from its type. */
export function imageTypeOf(head: Uint8Array): ImageMediaType | undefined {
  const text = textOf(head.subarray(0, 16));
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) {
    return 'image/png';
  }
  if (text.startsWith('\u00ff\u00d8\u00ff')) {
    return 'image/jpeg';
  }
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) {
    return 'image/gif';
  }
  return text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

function refusedImage(text: string): string | undefined {
  if (text.startsWith('BM') && text.slice(6, 10) === '\0\0\0\0') {
    return 'BMP';
  }
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) {
    return 'TIFF';
  }
  const [, brand] = /^ftyp(heic|heix|hevc|mif1|msf1|avif)/.exec(text.slice(4)) ?? [];
  return brand === undefined ? undefined : brand === 'avif' ? 'AVIF' : 'HEIC';
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
