// Rules of thumb: the model's own count is known only after a message was sent.

const unitsPerToken = 3.5;
const pixelsPerToken = 750;
const tokensPerPage = 2_000;
/** Pixels of the longer side above which the API shrinks an image. */
const longestSide = 1568;
/** Bytes of a page in a PDF that does not tell how many it has. */
const bytesPerPage = 50_000;

export function textTokens(length: number): number {
  return Math.ceil(length / unitsPerToken);
}

export function imageTokens(width: number, height: number): number {
  const scale = Math.min(1, longestSide / Math.max(width, height, 1));
  return Math.ceil((width * scale * height * scale) / pixelsPerToken);
}

/** @param bytes content of the file, one character a byte */
export function pdfTokens(bytes: string): number {
  return pdfPages(bytes) * tokensPerPage;
}

/** Counts the pages of a PDF, or guesses by its size if they are compressed. */
export function pdfPages(bytes: string): number {
  const pages = bytes.match(/\/Type\s{0,9}\/Page(?![A-Za-z])/g)?.length ?? 0;
  return pages > 0 ? pages : Math.max(1, Math.round(bytes.length / bytesPerPage));
}
