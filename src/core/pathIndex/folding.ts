/** Returns a text as it is searched: neither case nor the way of composing an umlaut counts. */
export function folded(text: string): string {
  // Characters up to U+00FF are composed already.
  return (/[^\0-\xff]/.test(text) ? text.normalize('NFC') : text).toLowerCase();
}

/** Returns a word without what separates its parts: they may be anywhere, in the same order. */
export function withoutSeparators(word: string): string {
  return word.replace(/[\s\\/._:-]+/g, '');
}

/**
 * Returns which letters and digits a folded text contains, as bits. A text without all bits of a
 * word does not contain the word, nor its letters in the same order.
 */
export function lettersOf(text: string, start = 0, end = text.length): number {
  let bits = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 97 && code <= 122) bits |= 1 << (code - 97);
    else if (code >= 48 && code <= 57) bits |= 1 << (26 + (code % 5));
    else if (code > 127) bits |= 1 << 31;
  }
  return bits;
}

/**
 * Looks for the letters of a word in a part of a text, in order.
 * @param from number of letters that were found before
 * @returns number of letters that have been found
 */
export function foundInOrder(
  text: string,
  start: number,
  end: number,
  word: string,
  from = 0,
): number {
  let next = from;
  let wanted = word.charCodeAt(next);
  for (let at = start; at < end && next < word.length; at += 1) {
    if (text.charCodeAt(at) === wanted) {
      next += 1;
      wanted = word.charCodeAt(next);
    }
  }
  return next;
}

/** Returns the ranges of a text in which the letters of a word stand, in order. */
export function rangesInOrder(text: string, start: number, word: string): readonly number[] {
  const ranges: number[] = [];
  let at = start;
  for (let next = 0; next < word.length; next += 1) {
    at = text.indexOf(word.charAt(next), at);
    if (at === -1) return [];
    if (ranges.at(-1) === at) ranges[ranges.length - 1] = at + 1;
    else ranges.push(at, at + 1);
    at += 1;
  }
  return ranges;
}
