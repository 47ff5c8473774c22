/** Longest hint in UTF-16 units: recognizers read some two hundred words at most. */
const longest = 600;
/** A word begins with a letter or digit, so that no name of a file can be an option. */
const word = /^[\p{L}\p{N}_][\p{L}\p{N}_.$-]{2,59}$/u;

/** Makes a list for `${words}`, each word once; whatever is no name is left out. */
export function joinWords(names: readonly string[]): string {
  let text = '';
  for (const name of new Set(names)) {
    const next = text === '' ? name : `${text}, ${name}`;
    if (word.test(name) && next.length <= longest) {
      text = next;
    }
  }
  return text;
}
