import { imageSize } from '../../../src/base/imageSize';
import type { ImageMediaType } from '../../../src/contract/content';

/** Pixels of the longer side beyond which the API only makes an image smaller by itself. */
const goodSide = 1568;
/** Pixels of a side that the API accepts at most. */
const mostSide = 8_000;
const headLength = 512 * 1024;
const qualities = [0.92, 0.8, 0.6];

/**
 * Makes an image as large as the API reads it. An animation is left as it is, because only its first
 * picture would remain.
 * @returns undefined if the result exceeds the limit, or the image cannot be drawn
 */
export async function shrinkImage(
  file: Blob,
  mediaType: ImageMediaType,
  limit: number,
): Promise<Blob | undefined> {
  const size = imageSize(new Uint8Array(await file.slice(0, headLength).arrayBuffer()));
  const side = size ? Math.max(size.width, size.height) : 0;
  const fits = file.size <= limit;
  if (mediaType === 'image/gif') {
    return fits && side <= mostSide ? file : undefined;
  }
  if (fits && side <= goodSide) {
    return file;
  }
  try {
    return (await drawn(file, mediaType, limit)) ?? (fits && side <= mostSide ? file : undefined);
  } catch {
    // The browser cannot read it; the API may.
    return fits && side <= mostSide ? file : undefined;
  }
}

async function drawn(
  file: Blob,
  mediaType: ImageMediaType,
  limit: number,
): Promise<Blob | undefined> {
  const bitmap = await createImageBitmap(file);
  try {
    let scale = Math.min(1, goodSide / Math.max(bitmap.width, bitmap.height));
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const canvas = document.createElement('canvas');
      canvas.width = Math.max(1, Math.round(bitmap.width * scale));
      canvas.height = Math.max(1, Math.round(bitmap.height * scale));
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      for (const quality of mediaType === 'image/png' ? [1] : qualities) {
        const blob = await encoded(canvas, mediaType, quality);
        if (blob && blob.size <= limit) {
          return blob;
        }
      }
      scale /= 2;
    }
    return undefined;
  } finally {
    bitmap.close();
  }
}

function encoded(
  canvas: HTMLCanvasElement,
  type: string,
  quality: number,
): Promise<Blob | undefined> {
  return new Promise(resolve =>
    canvas.toBlob(blob => resolve(blob?.type === type ? blob : undefined), type, quality),
  );
}
