/**
 * Characters without a shape, which can hide instructions or reorder text. Languages need some of
 * them: joiners in Persian, Arabic and Indic scripts, marks of direction in mixed text, selectors
 * after emoji, Han and Mongolian letters. Those stay unmarked.
 */
const invisible = new RegExp(
  [
    // Joined emoji, styled emoji, and flags of regions.
    String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d(?=\p{Extended_Pictographic}|[♀♂⚕])`,
    String.raw`(?<=[\p{Emoji}\p{Script=Han}])[\ufe00-\ufe0f]`,
    String.raw`(?<=\p{Script=Han})[\u{e0100}-\u{e01ef}]`,
    String.raw`(?<=\p{Script=Mongolian})[\u180b-\u180d\u180f]`,
    String.raw`(?<=\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0020}-\u{e007f}]`,
    String.raw`(?<=[\p{L}\p{M}])(?<!\p{Script=Latin})[\u200c\u200d]`,
    String.raw`[\t\n\u061c\u200e\u200f]`,
    String.raw`(?<found>[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb])`,
  ].join('|'),
  'gu',
);
/** Finds quickly that a text has nothing to look at. */
const suspicious = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

export interface InvisibleCharacter {
  readonly char: string;
  /** UTF-16 index. */
  readonly index: number;
}

/** Finds invisible characters, in order. */
export function findInvisible(text: string): InvisibleCharacter[] {
  return suspicious.test(text)
    ? [...text.matchAll(invisible)].flatMap(({ groups, index }) =>
        groups?.found === undefined ? [] : [{ char: groups.found, index }],
      )
    : [];
}

export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, (match, ...rest) => {
    const groups: { found?: string } = rest.at(-1);
    return groups.found === undefined ? match : '';
  });
}

/** Returns a code such as "U+202E". */
export function codeOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Makes line ends one character, as text fields do. */
export function unixLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
