const part =
  /\p{Lu}{2,}s(?!\p{L})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{Lo}\p{Lm}\p{M}]+|\p{Lt}\p{Ll}*|\p{Nd}+/gu;

/** Scripts that put no space between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Splits an identifier where its writer would: "parseHTTPHeader_v2" → parse, http, header, v, 2. Text
 * of scripts without spaces becomes pairs of characters.
 * @returns folded parts
 */
export function identifierParts(identifier: string): readonly string[] {
  const parts = identifier.normalize('NFC').match(part) ?? [];
  return parts.flatMap(one => (unspaced.test(one) ? pairsOf(one) : [one.toLowerCase()]));
}

function pairsOf(text: string): readonly string[] {
  const characters = [...text];
  return characters.length < 2
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}
