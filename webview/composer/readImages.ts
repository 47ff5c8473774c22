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
    const name = file.name === '' ? 'The image' : file.name;
    if (have + images.length >= limits.count) {
      errors.push(`${name} was left out: a message takes at most ${limits.count} images.`);
      continue;
    }
    if (file.size > limits.bytes) {
      const most = formatBytes(limits.bytes);
      errors.push(`${name} is ${formatBytes(file.size)}; an image may have at most ${most}.`);
      continue;
    }
    try {
      const mediaType = imageTypeOf(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
      if (!mediaType) {
        const type = file.type === '' ? 'of unknown type' : file.type;
        errors.push(`${name} is ${type}; only PNG, JPEG, GIF and WebP images can be sent.`);
        continue;
      }
      images.push({ name: file.name, mediaType, data: await toBase64(file) });
    } catch {
      // Folders and deleted files fail here; the remaining files may still be images.
      errors.push(`${name} could not be read.`);
    }
  }
  return { images, errors };
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
    return `${Math.max(1, Math.round(kilobytes))} KB`;
  }
  const megabytes = (kilobytes / 1024).toFixed(1);
  return `${megabytes.replace(/\.0$/, '')} MB`;
}
