const longest = 200;

// Control characters, lone surrogates, line separators, and characters that are invisible or change
// the text direction. Joiners stay: Persian and some emoji need them.
const hidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

/** Most titles: printable ASCII without a space at an end or beside another one. */
const isPlain = /^[!-~]+(?: [!-~]+)*$/;

/** Replaces each run of hidden characters with a space. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, ' ');
}

/** Converts transcript text to one line of a list; `undefined` if nothing is left. */
export function plainLine(text: string | undefined): string | undefined {
  if (text === undefined) {
    return undefined;
  }
  if (text.length <= longest && isPlain.test(text)) {
    return text;
  }
  // Takes more than is shown, because characters are removed; one title may hold megabytes.
  const start = text.slice(0, longest * 10);
  const line = withoutHidden(start).replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  const cut = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
  return cut || undefined;
}
