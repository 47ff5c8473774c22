type Mask = (text: string) => string;

/** Escape of a character that a key may contain, in JSON that stands in other JSON or in a text. */
const hiddenCharacter = String.raw`\\{1,16}u00(?:2[bd-f]|3[0-9]|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])`;
const hidden = new RegExp(hiddenCharacter, 'gi');
const restOfWord = new RegExp(String.raw`(?:[\w.~+/-]|${hiddenCharacter}){0,2000}`, 'iy');
const wordBefore = /[\w.~+/-]{0,200}$/;

/**
 * Writes JSON escapes of plain characters as these characters, so that they hide no secret. Quotation
 * marks and backslashes stay escaped.
 */
export function plainEscapes(json: string): string {
  if (!json.includes('\\u00')) {
    return json;
  }
  return json.replace(/\\(?:u00([2-7][0-9a-f])|[\s\S])/gi, (all, code?: string) => {
    const character = code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16));
    return ['', '"', '\\', '\x7f'].includes(character) ? all : character;
  });
}

/** Masks secrets in JSON, or in a part of it, whatever is escaped there. */
export function maskedJson(json: string, mask: Mask): string {
  return maskedEscapes(plainEscapes(json), mask);
}

/**
 * Masks secrets in a text, also those that escapes hide, such as in JSON that is a text of other JSON.
 * Escapes without a secret stay, because the text may be about them.
 */
export function maskedEscapes(text: string, mask: Mask): string {
  if (!text.includes('u00')) {
    return mask(text);
  }
  let done = 0;
  let shown = '';
  for (const { index } of text.matchAll(hidden)) {
    if (index >= done) {
      const before = wordBefore.exec(text.slice(Math.max(done, index - 200), index))?.[0] ?? '';
      restOfWord.lastIndex = index;
      const word = before + (restOfWord.exec(text)?.[0] ?? '');
      const plain = word.replace(hidden, one =>
        String.fromCharCode(Number.parseInt(one.slice(-2), 16)),
      );
      const masked = mask(plain);
      const from = index - before.length;
      shown += text.slice(done, from) + (masked === plain ? word : masked);
      done = from + word.length;
    }
  }
  return mask(shown + text.slice(done));
}
