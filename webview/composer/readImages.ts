import * as l10n from '@vscode/l10n';
import type { PageConfig } from '../../src/contract/calls';
import type { ImageMediaType } from '../../src/contract/content';
import type { ImageUpload } from '../../src/contract/view';

export interface ReadImages {
  readonly images: readonly ImageUpload[];
  /** Error sentences, one per rejected file. */
  readonly errors: readonly string[];
}

export const imageTypes: readonly ImageMediaType[] = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
];

/**
 * Reads files as images, within the limits.
 * @param have number of images already attached
 */
export async function readImages(
  files: readonly File[],
  have: number,
  limits: PageConfig['imageLimits'],
): Promise<ReadImages> {
  const images: ImageUpload[] = [];
  const errors: string[] = [];
  for (const file of files) {
    const name = file.name === '' ? l10n.t('The image') : file.name;
    if (have + images.length >= limits.count) {
      errors.push(
        l10n.t('{0} was left out: a message takes at most {1} images.', name, limits.count),
      );
      continue;
    }
    if (file.size > limits.bytes) {
      const most = formatBytes(limits.bytes);
      errors.push(
        l10n.t('{0} is {1}; an image may have at most {2}.', name, formatBytes(file.size), most),
      );
      continue;
    }
    try {
      const mediaType = imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
      if (!mediaType) {
        errors.push(wrongType(name, file.type));
        continue;
      }
      images.push({ name: file.name, mediaType, data: await toBase64(file) });
    } catch {
      // Folders and deleted files fail here; the remaining files may still be images.
      errors.push(l10n.t('{0} could not be read.', name));
    }
  }
  return { images, errors };
}

function wrongType(name: string, type: string): string {
  return type === ''
    ? l10n.t('{0} is of unknown type; only PNG, JPEG, GIF and WebP images can be sent.', name)
    : l10n.t('{0} is {1}; only PNG, JPEG, GIF and WebP images can be sent.', name, type);
}

/** Detects the type from the first bytes: the API refuses an image that differs from its type. */
export function imageTypeOf(head: Uint8Array): ImageMediaType | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16));
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

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error(`${file.name} could not be read.`));
    reader.readAsDataURL(file);
  });
}

export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1024) {
    return l10n.t('{0} KB', Math.max(1, Math.round(kilobytes)));
  }
  const megabytes = (kilobytes / 1024).toFixed(1);
  return l10n.t('{0} MB', megabytes.replace(/\.0$/, ''));
}
