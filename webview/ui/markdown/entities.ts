const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

const common = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['colon', ':'],
  ['copy', '©'],
  ['hellip', '…'],
  ['ndash', '–'],
  ['mdash', '—'],
  ['rarr', '→'],
  ['larr', '←'],
  ['times', '×'],
  ['bull', '•'],
  ['Tab', '\t'],
  ['NewLine', '\n'],
]);

/** Replaces HTML character references with their characters; unknown ones stay as written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) {
    return text;
  }
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) {
      return common.get(name) ?? decodeNamed(name, whole);
    }
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return invalid ? '\ufffd' : String.fromCodePoint(code);
  });
}

/**
 * Decodes a name with the browser's parser, which knows all 2,231. The parser only sees letters and
 * digits, in a document that runs and fetches nothing.
 */
function decodeNamed(name: string, whole: string): string {
  if (typeof DOMParser === 'undefined') {
    return whole;
  }
  const decoded =
    new DOMParser().parseFromString(`&${name};`, 'text/html').body.textContent ?? whole;
  common.set(name, decoded);
  return decoded;
}
