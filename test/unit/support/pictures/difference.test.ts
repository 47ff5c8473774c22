import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../support/pictures/difference';
import { cut, emptyPixels, type Pixels, paste, readPng } from '../../../support/pictures/pixels';

const folder = join(import.meta.dirname, '..', '..', '..', 'page', 'pictures', 'accepted');
const picture = readPng(readFileSync(join(folder, 'permission-command-260-light.png')));

/** Returns the picture with other pixels: `change` gets red, green and blue. */
function changed(change: (color: readonly number[], at: number) => readonly number[]): Pixels {
  const { width, height } = picture;
  const data = Uint8Array.from(picture.data);
  for (let at = 0; at < data.length; at += 4) {
    data.set(change([...data.subarray(at, at + 3)], at / 4), at);
  }
  return { width, height, data };
}

const background = [...picture.data.subarray(0, 3)];
const isBackground = (color: readonly number[]) =>
  color.every((part, index) => part === background[index]);

/** Returns the rows of pixels in which something is drawn, as ranges without a gap. */
function drawnRows(): [from: number, to: number][] {
  const { width, height, data } = picture;
  const isEmpty = (row: number) =>
    Array.from({ length: width - 16 }, (_, x) => (row * width + x + 8) * 4).every(at =>
      isBackground([...data.subarray(at, at + 3)]),
    );
  const ranges: [number, number][] = [];
  for (let row = 0; row < height; row += 1) {
    const last = ranges.at(-1);
    if (isEmpty(row)) continue;
    if (last && last[1] === row) last[1] = row + 1;
    else ranges.push([row, row + 1]);
  }
  return ranges;
}

describe('The difference of two pictures', () => {
  it('is nothing for the same one', () => {
    expect(differenceOf(picture, picture).pixels).toBe(0);
  });

  it('is nothing if each pixel is rounded otherwise', () => {
    const noisy = changed((color, at) => color.map(part => Math.min(part + (at % 2), 255)));
    expect(differenceOf(picture, noisy).pixels).toBe(0);
    expect(differenceOf(noisy, picture).pixels).toBe(0);
  });

  it('is seen if a background has a slightly other color', () => {
    const tinted = changed(color => (isBackground(color) ? color.map(part => part - 6) : color));
    expect(differenceOf(picture, tinted).pixels).toBeGreaterThan(10_000);
  });

  it('is seen if the text has a slightly other color', () => {
    const isDark = (color: readonly number[]) => color.every(part => part < 100);
    const paler = changed(color => (isDark(color) ? color.map(part => part + 20) : color));
    expect(differenceOf(picture, paler).pixels).toBeGreaterThan(100);
  });

  it('is seen if a part is moved by 4 px', () => {
    const moved = { ...picture, data: Uint8Array.from(picture.data) };
    const part = cut(picture, 20, 500, { width: 120, height: 60 });
    paste(emptyBackground(124, 60), moved, 20, 500);
    paste(part, moved, 24, 500);
    expect(differenceOf(picture, moved).pixels).toBeGreaterThan(100);
  });

  it('is seen if a line of text is missing', () => {
    for (const [from, to] of drawnRows().filter(([start, end]) => end - start > 4)) {
      const without = { ...picture, data: Uint8Array.from(picture.data) };
      paste(emptyBackground(picture.width, to - from), without, 0, from);
      const { pixels, picture: shown } = differenceOf(picture, without);
      expect(pixels, `rows ${from} to ${to}`).toBeGreaterThan(20);
      expect(shown).toMatchObject({ width: picture.width, height: picture.height });
    }
  });

  it('is the whole picture if its size is another one', () => {
    const smaller = cut(picture, 0, 0, { width: 100, height: 100 });
    expect(differenceOf(picture, smaller).pixels).toBe(10_000);
  });
});

function emptyBackground(width: number, height: number): Pixels {
  const pixels = emptyPixels(width, height);
  for (let at = 0; at < pixels.data.length; at += 4) pixels.data.set([...background, 255], at);
  return pixels;
}
