import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cut, type Pixels, paste, readPng, writePng } from '../../../support/pictures/pixels';
import {
  changedSquares,
  markSquares,
  printOf,
  printSize,
  printSquare,
} from '../../../support/pictures/print';

const folder = join(import.meta.dirname, '..', '..', '..', 'page', 'pictures', 'accepted');
const picture = readPng(readFileSync(join(folder, 'permission-command-260-light.png')));
const copy = (): Pixels => ({ ...picture, data: Uint8Array.from(picture.data) });

describe('A print', () => {
  it('has a pixel for each square, also for those at the edge', () => {
    expect(printSize({ width: 33, height: 16 })).toEqual({ width: 3, height: 1 });
    const print = printOf(picture);
    expect(print).toMatchObject(printSize(picture));
    expect(changedSquares(readPng(writePng(print)), print)).toEqual([]);
  });

  it('does not change with what nobody sees', () => {
    const noisy = copy();
    for (let at = 0; at < noisy.data.length; at += 4) {
      noisy.data[at] = Math.min((noisy.data[at] ?? 0) + 1, 255);
    }
    expect(changedSquares(printOf(picture), printOf(noisy))).toEqual([]);
  });

  it('changes where a part is moved by 4 px, and only there', () => {
    const moved = copy();
    paste(cut(picture, 20, 496, { width: 120, height: 64 }), moved, 24, 496);
    const squares = changedSquares(printOf(picture), printOf(moved));
    expect(squares.length).toBeGreaterThan(3);
    const rows = new Set(squares.map(index => Math.floor(index / printSize(picture).width)));
    expect(Math.min(...rows)).toBeGreaterThanOrEqual(496 / printSquare);
    expect(Math.max(...rows)).toBeLessThan(560 / printSquare);
    expect(markSquares(moved, squares)).toMatchObject({ width: 260, height: 720 });
  });

  it('has changed entirely if its size has', () => {
    const other = printOf(cut(picture, 0, 0, { width: 64, height: 32 }));
    expect(changedSquares(printOf(picture), other)).toHaveLength(8);
  });
});
