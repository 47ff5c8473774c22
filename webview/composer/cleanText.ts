/**
 * Invisible characters that can hide instructions or reorder text: controls, zero-width spaces,
 * bidirectional overrides, tag characters. ZWNJ and ZWJ stay because Persian, Arabic and emoji need
 * them, LRM and RLM because mixed text does.
 */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/gu;

export interface CleanText {
  readonly text: string;
  /** Number of characters removed. */
  readonly removed: number;
}

export function cleanText(text: string): CleanText {
  let removed = 0;
  const clean = text.replace(/\r\n?/g, '\n').replace(invisible, () => {
    removed += 1;
    return '';
  });
  return { text: clean, removed };
}
