const longest = 200;

// Control characters, halves of characters, line separators, and what turns the direction of the text around it or is not
// seen at all. Joiners stay: Persian and some emoji need them.
const hidden =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

/** With a space for each run of what cannot be seen. */
export function withoutHidden(text: string): string {
  return text.replace(hidden, ' ');
}

/** A text of a transcript for one line of a list; `undefined` when nothing of it is left. */
export function plainLine(text: string | undefined): string | undefined {
  if (text === undefined) {
    return undefined;
  }
  // More than is shown, for what is taken out; a transcript may hold megabytes in one title.
  const start = text.slice(0, longest * 10);
  const line = withoutHidden(start).replace(/\s+/g, ' ').trim();
  const characters = Array.from(line);
  const cut = characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line;
  return cut || undefined;
}
