import { afterEach, expect, it, vi } from 'vitest';
import { formatBytes, imageTypeOf, readImages } from '../../../../webview/composer/readImages';

it.each([
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'image/png'],
  [[0xff, 0xd8, 0xff, 0xe0], 'image/jpeg'],
  [[...Buffer.from('GIF89a')], 'image/gif'],
  [[...Buffer.from('RIFF\0\0\0\0WEBPVP8 ')], 'image/webp'],
  [[...Buffer.from('RIFF\0\0\0\0WAVEfmt ')], undefined],
  [[...Buffer.from('<svg xmlns=')], undefined],
  [[], undefined],
])('detects an image by its first bytes: %j', (bytes, type) => {
  expect(imageTypeOf(new Uint8Array(bytes))).toBe(type);
});

it.each([
  [10, '1 KB'],
  [300_000, '293 KB'],
  [5 * 1024 * 1024, '5 MB'],
  [7_500_000, '7.2 MB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('accepts images next to a file that cannot be read', async () => {
  // Browser APIs that Node.js lacks, for small files.
  class Reader {
    result = '';
    onload: (() => void) | undefined;
    readAsDataURL(file: File): void {
      void file.arrayBuffer().then(bytes => {
        this.result = `data:;base64,${Buffer.from(bytes).toString('base64')}`;
        this.onload?.();
      });
    }
  }
  vi.stubGlobal('FileReader', Reader);
  const gif = (name: string) => new File(['GIF89a'], name);
  const folder = gif('folder');
  folder.slice = () => {
    throw new DOMException('It is a folder.', 'NotFoundError');
  };
  const limits = { bytes: 1000, count: 5 };
  const read = await readImages([gif('a.gif'), folder, gif('b.gif')], 0, limits);
  expect(read.images.map(image => image.name)).toEqual(['a.gif', 'b.gif']);
  expect(read.errors).toEqual(['folder could not be read.']);
});
