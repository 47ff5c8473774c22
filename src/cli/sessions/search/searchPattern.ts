/** Search text in the two forms that a transcript needs. */
export interface SearchPattern {
  /** Pattern for message text. Sticky and global flags are not set. */
  readonly text: RegExp;
  /** Pattern for JSON lines, where a character has several spellings. Ripgrep uses it too. */
  readonly json: RegExp;
  readonly ignoresCase: boolean;
  /** Length of the longest match, in UTF-16 units. */
  readonly length: number;
}

const named: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\\\',
  '\b': 'b',
  '\f': 'f',
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
};

/** Builds a literal pattern; case matters only if the needle contains a capital letter. */
export function searchPattern(needle: string): SearchPattern {
  const ignoresCase = needle === needle.toLowerCase();
  const flags = ignoresCase ? 'iu' : 'u';
  return {
    text: new RegExp(escaped(needle), flags),
    json: new RegExp(Array.from(needle, inJson).join(''), flags),
    ignoresCase,
    length: needle.length,
  };
}

function inJson(character: string): string {
  const name = named[character];
  if (name !== undefined) {
    return `(?:\\\\${name}|${numbered(character)})`;
  }
  const plain = escaped(character);
  // Only non-ASCII characters may be written by number, in files from ASCII-only programs.
  return /[ -~]/.test(character) ? plain : `(?:${plain}|${numbered(character)})`;
}

function numbered(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map(unit => `\\\\u${digits(unit)}`).join('');
}

function digits(unit: number): string {
  const small = unit.toString(16).padStart(4, '0');
  return small.replace(/[a-f]/g, digit => `[${digit}${digit.toUpperCase()}]`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
