const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));/g;

// The browser's parser knows all names, but the page's policy lets no text become HTML.
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
  ['auml', 'ä'],
  ['ouml', 'ö'],
  ['uuml', 'ü'],
  ['eacute', 'é'],
  ['egrave', 'è'],
  ['Tab', '\t'],
  ['NewLine', '\n'],
]);

/** Replaces HTML character references with their characters; rare names stay as written. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) {
    return text;
  }
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) {
      return common.get(name) ?? whole;
    }
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const invalid = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    return invalid ? '\ufffd' : String.fromCodePoint(code);
  });
}
