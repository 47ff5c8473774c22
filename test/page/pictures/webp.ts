import type { Page } from 'playwright-core';

/** Compresses a picture (PNG) so that no eye can tell the difference; `page` is any open page. */
export async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const data = await page.evaluate(async base64 => {
    const bytes = Uint8Array.from(atob(base64), sign => sign.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.75 });
    const result = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(result, byte => String.fromCharCode(byte)).join(''));
  }, png.toString('base64'));
  return Buffer.from(data, 'base64');
}
