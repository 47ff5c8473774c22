import { PNG } from 'pngjs';

/** Picture without compression: four bytes a pixel (RGBA), row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function emptyPixels(width: number, height: number): Pixels {
  return { width, height, data: new Uint8Array(width * height * 4) };
}

/** @throws if `png` is no picture of this format */
export function readPng(png: Uint8Array): Pixels {
  return PNG.sync.read(Buffer.from(png));
}

/** Compresses as well as it can: accepted pictures are kept in the repository. */
export function writePng({ width, height, data }: Pixels): Buffer {
  const png = new PNG({ width, height });
  png.data = Buffer.from(data);
  return PNG.sync.write(png, { colorType: 2, deflateLevel: 9, deflateStrategy: 0 });
}

/** Copies a picture into another one; both stay as large as they are. */
export function paste(from: Pixels, into: Pixels, left: number, top: number): void {
  for (let row = 0; row < from.height; row += 1) {
    const line = from.data.subarray(row * from.width * 4, (row + 1) * from.width * 4);
    into.data.set(line, ((top + row) * into.width + left) * 4);
  }
}

/** Returns a part of a picture, which must lie inside of it. */
export function cut(from: Pixels, left: number, top: number, size: Omit<Pixels, 'data'>): Pixels {
  const { width, height } = size;
  const part = emptyPixels(width, height);
  for (let row = 0; row < height; row += 1) {
    const start = ((top + row) * from.width + left) * 4;
    part.data.set(from.data.subarray(start, start + width * 4), row * width * 4);
  }
  return part;
}
