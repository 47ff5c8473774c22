/** What is searched for, in the two forms that a transcript is searched in. */
export interface SearchPattern {
  /** For text as it was said. Sticky and global flags are not set. */
  readonly text: RegExp;
  /** The same for lines of JSON, where a character may be written in several ways. For ripgrep too. */
  readonly json: RegExp;
  readonly ignoresCase: boolean;
  /** The longest match, in UTF-16 units. */
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

/** Case matters where a capital was typed. The needle is taken as it stands. */
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
  // Only these are ever written by number, in files of a program that keeps to ASCII.
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
