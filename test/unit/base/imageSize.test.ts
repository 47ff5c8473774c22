import fc from 'fast-check';
import { expect, it } from 'vitest';
import { imageSize } from '../../../src/base/imageSize';

const png = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82];
const riff = [...Buffer.from('RIFF\0\0\0\0WEBP')];
const rest = Array<number>(20).fill(0);

it.each<[string, number[]]>([
  ['PNG', [...png, 0, 0, 1, 44, 0, 0, 0, 200]],
  ['GIF', [...Buffer.from('GIF89a'), 44, 1, 200, 0]],
  // An application segment stands before the frame.
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 4, 9, 9, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 44, 3]],
  ['lossy WebP', [...riff, ...Buffer.from('VP8 '), 0, 0, 0, 0, 0, 0, 0, 157, 1, 42, 44, 1, 200, 0]],
  ['lossless WebP', [...riff, ...Buffer.from('VP8L'), 0, 0, 0, 0, 47, 43, 193, 49, 0, ...rest]],
  [
    'WebP with more',
    [...riff, ...Buffer.from('VP8X'), 0, 0, 0, 0, 0, 0, 0, 0, 43, 1, 0, 199, 0, 0],
  ],
])('reads the size of a %s image', (_, bytes) => {
  expect(imageSize(Uint8Array.from(bytes))).toEqual({ width: 300, height: 200 });
});

it('reads any bytes without an error', () => {
  const starts = fc.constantFrom(png, [...Buffer.from('GIF89a')], [0xff, 0xd8, 0xff], riff, []);
  fc.assert(
    fc.property(starts, fc.uint8Array({ maxLength: 60 }), (start, more) => {
      imageSize(Uint8Array.from([...start, ...more]));
    }),
  );
});
