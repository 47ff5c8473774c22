/** Longest title that is taken from a message, in characters. */
const longest = 60;

/**
 * Titles a conversation by its first message, as long as nobody has named it.
 * @returns the beginning of the text on one line; undefined if nothing of it can be seen
 */
export function titleFromText(text: string | undefined): string | undefined {
  // Takes more than is shown, because blanks shrink; a message may hold megabytes.
  const line =
    text
      ?.slice(0, longest * 10)
      .replace(/\s+/g, ' ')
      .trim() ?? '';
  const characters = Array.from(line);
  const title = characters.slice(0, longest).join('').trimEnd();
  const shown = characters.length > longest ? `${title}…` : title;
  return canBeSeen(title) ? shown : undefined;
}

/** @returns false for a text of blanks, controls and characters without a shape alone */
export function canBeSeen(text: string): boolean {
  // Nearly all texts contain a printable ASCII character; the Unicode classes take 3 ms to compile.
  return /[!-~]/.test(text) || /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\s]/u.test(text);
}
