import { emptyPixels, type Pixels } from './pixels';

/** Length of a square's side in px, of which a print keeps the mean color. */
export const printSquare = 16;
/** Levels of a mean color (0 to 255) by which it may differ without anybody seeing it. */
const tolerance = 2;

/** Size of the print of a picture. */
export function printSize({ width, height }: Omit<Pixels, 'data'>): Omit<Pixels, 'data'> {
  return { width: Math.ceil(width / printSquare), height: Math.ceil(height / printSquare) };
}

/** Returns a picture's print: one pixel a square, with its mean color. */
export function printOf(picture: Pixels): Pixels {
  const { width, height } = printSize(picture);
  const print = emptyPixels(width, height);
  for (let index = 0; index < width * height; index += 1) {
    const left = (index % width) * printSquare;
    const top = Math.floor(index / width) * printSquare;
    print.data.set([...meanOf(picture, left, top), 255], index * 4);
  }
  return print;
}

/** Returns the squares, by index, in which a picture differs from the accepted print. */
export function changedSquares(accepted: Pixels, print: Pixels): number[] {
  const count = print.width * print.height;
  if (accepted.width !== print.width || accepted.height !== print.height) {
    return Array.from({ length: count }, (_, index) => index);
  }
  const differs = (index: number) =>
    [0, 1, 2].some(part => {
      const at = index * 4 + part;
      return Math.abs((accepted.data[at] ?? 0) - (print.data[at] ?? 0)) > tolerance;
    });
  return Array.from({ length: count }, (_, index) => index).filter(differs);
}

/** Returns a picture in which the other squares are pale, and the given ones red at their edge. */
export function markSquares(picture: Pixels, squares: readonly number[]): Pixels {
  const { width } = printSize(picture);
  const marked = new Set(squares);
  const result = emptyPixels(picture.width, picture.height);
  for (let pixel = 0; pixel < picture.width * picture.height; pixel += 1) {
    const x = pixel % picture.width;
    const y = Math.floor(pixel / picture.width);
    const square = Math.floor(y / printSquare) * width + Math.floor(x / printSquare);
    const isEdge = x % printSquare === 0 || y % printSquare === 0;
    const color = picture.data.subarray(pixel * 4, pixel * 4 + 3);
    const shown = marked.has(square)
      ? isEdge
        ? [255, 0, 0]
        : color
      : color.map(part => 255 - Math.round((255 - part) * 0.2));
    result.data.set([...shown, 255], pixel * 4);
  }
  return result;
}

function meanOf({ width, height, data }: Pixels, left: number, top: number): number[] {
  const sums = [0, 0, 0];
  let count = 0;
  for (let y = top; y < Math.min(top + printSquare, height); y += 1) {
    for (let x = left; x < Math.min(left + printSquare, width); x += 1) {
      const at = (y * width + x) * 4;
      for (const part of [0, 1, 2]) sums[part] = (sums[part] ?? 0) + (data[at + part] ?? 0);
      count += 1;
    }
  }
  return sums.map(sum => Math.round(sum / count));
}
