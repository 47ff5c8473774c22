import pixelmatch from 'pixelmatch';
import { emptyPixels, type Pixels } from './pixels';

/** Levels of a color (0 to 255) that nobody sees, and that machines may round differently. */
const unseen = 2;
/** Distance of colors that is seen side by side; black and white have 1. */
const threshold = 0.015;

export interface Difference {
  /** Number of pixels that look different; all of them if the sizes differ. */
  readonly pixels: number;
  /** The newer picture, pale, with those pixels in red. */
  readonly picture: Pixels;
}

/** Compares two pictures as eyes would: anything that can be seen counts, also of one letter. */
export function differenceOf(before: Pixels, after: Pixels): Difference {
  const { width, height } = after;
  const picture = emptyPixels(width, height);
  if (before.width !== width || before.height !== height) {
    return { pixels: width * height, picture: after };
  }
  const pixels = pixelmatch(
    withoutUnseen(before.data, after.data),
    after.data,
    picture.data,
    width,
    height,
    // Letters consist of smoothed pixels: they are what is compared.
    { threshold, includeAA: true, alpha: 0.2 },
  );
  return { pixels, picture };
}

/** Returns the older pixels with those of the newer ones from which nobody can tell them. */
function withoutUnseen(before: Uint8Array, after: Uint8Array): Uint8Array {
  const result = Uint8Array.from(before);
  for (let at = 0; at < result.length; at += 4) {
    const isSame = [0, 1, 2, 3].every(
      part => Math.abs((before[at + part] ?? 0) - (after[at + part] ?? 0)) <= unseen,
    );
    if (isSame) result.set(after.subarray(at, at + 4), at);
  }
  return result;
}
