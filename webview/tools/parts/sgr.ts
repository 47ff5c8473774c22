import { type Run, TerminalRow } from './terminalRow';

/** Terminal output in one style. `classes` are defined in styles/ansi.css. */
export interface Span {
  readonly text: string;
  readonly classes: readonly string[];
}

interface Style {
  readonly foreground?: string;
  readonly background?: string;
  readonly flags: ReadonlySet<string>;
}

const plain: Style = { flags: new Set() };
const names = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const setting: Readonly<Record<number, string>> = {
  1: 'bold',
  2: 'dim',
  3: 'italic',
  4: 'underline',
  7: 'inverse',
  9: 'strike',
};
const resetting: Readonly<Record<number, readonly string[]>> = {
  22: ['bold', 'dim'],
  23: ['italic'],
  24: ['underline'],
  27: ['inverse'],
  29: ['strike'],
};

// ECMA-48: CSI with parameters and a final byte; OSC, DCS and similar up to BEL or ST; two-byte
// escapes. An unfinished sequence at the end is removed too.
// See https://ecma-international.org/publications-and-standards/standards/ecma-48/
const escapeSequence =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what it looks for.
  /(?:\u001b\[|\u009b)([0-9:;<=>?]*)[ -/]*([@-~]|$)|\u001b[P\]X^_][^\u0007\u001b]*(?:\u0007|\u001b\\|$)|\u001b[ -/]*[0-~]?/g;
/** Control characters that move the cursor within a row, or to the next one. */
const moves = /[\b\n\r]/g;

/**
 * Splits output into styled spans. Colors become classes. Carriage returns, backspaces and the
 * sequences that erase or revisit a row act as in a terminal; all others are removed.
 */
export function parseSgr(output: string): Span[] {
  const spans: Span[] = [];
  const row = new TerminalRow(plain);
  let style = plain;
  let from = 0;
  for (const match of output.matchAll(escapeSequence)) {
    write(spans, row, output.slice(from, match.index), style);
    from = match.index + match[0].length;
    const [, parameters = '', final] = match;
    if (final === 'm' && /^[0-9:;]*$/.test(parameters)) {
      style = applyCodes(style, codesOf(parameters));
    } else {
      edit(row, final, parameters);
    }
  }
  write(spans, row, output.slice(from), style);
  push(spans, row.take());
  return spans;
}

function write(spans: Span[], row: TerminalRow<Style>, text: string, style: Style): void {
  let from = 0;
  for (const { 0: move, index } of text.matchAll(moves)) {
    row.write(text.slice(from, index), style);
    from = index + 1;
    if (move === '\n') {
      push(spans, [...row.take(), { text: '\n', style }]);
    } else if (move === '\b') {
      row.back();
    } else if (text[from] !== '\n') {
      row.moveTo(0);
    }
  }
  row.write(text.slice(from), style);
}

/** Carries out EL, CHA, and ED as far as it concerns the row. */
function edit(row: TerminalRow<Style>, final: string | undefined, parameters: string): void {
  const value = Number(parameters || 0);
  if (final === 'G' && Number.isInteger(value)) {
    row.moveTo(value - 1);
  } else if (final === 'K' || (final === 'J' && value === 0)) {
    if (value === 1 || value === 2) {
      row.eraseToStart();
    }
    if (value === 0 || value === 2) {
      row.eraseToEnd();
    }
  }
}

function push(spans: Span[], runs: readonly Run<Style>[]): void {
  let last: Style | undefined;
  let text = '';
  const end = () => {
    const before = spans.at(-1);
    const classes = last ? classesOf(last) : [];
    if (text !== '' && before && before.classes.join() === classes.join()) {
      spans[spans.length - 1] = { text: before.text + text, classes };
    } else if (text !== '') {
      spans.push({ text, classes });
    }
    text = '';
  };
  for (const run of runs) {
    if (run.style !== last) {
      end();
      last = run.style;
    }
    text += run.text;
  }
  end();
}

function codesOf(parameters: string): number[] {
  return parameters.split(/[;:]/).map(code => (code === '' ? 0 : Number(code)));
}

function applyCodes(start: Style, codes: readonly number[]): Style {
  let style = start;
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const { color, used } = extendedColor(codes.slice(index + 1));
      style = withColor(style, code === 38, color);
      index += used;
    } else {
      style = applyCode(style, code);
    }
  }
  return style;
}

function applyCode(style: Style, code: number): Style {
  const set = setting[code];
  const reset = resetting[code];
  if (code === 0) {
    return plain;
  }
  if (set !== undefined) {
    return { ...style, flags: new Set([...style.flags, set]) };
  }
  if (reset !== undefined) {
    return { ...style, flags: new Set([...style.flags].filter(flag => !reset.includes(flag))) };
  }
  const isBright = code >= 90;
  const base = isBright ? code - 60 : code;
  const name = names[base % 10];
  if (base >= 30 && base <= 37) {
    return withColor(style, true, isBright ? `bright-${name}` : name);
  }
  if (base >= 40 && base <= 47) {
    return withColor(style, false, isBright ? `bright-${name}` : name);
  }
  return code === 39 || code === 49 ? withColor(style, code === 39, undefined) : style;
}

/** Maps 256 and true colors to the nearest of the theme's 16, so that they stay readable. */
function extendedColor(rest: readonly number[]): { color?: string | undefined; used: number } {
  if (rest[0] === 5) {
    const color = indexedColor(rest[1] ?? 0);
    return color === undefined ? { used: 2 } : { color, used: 2 };
  }
  if (rest[0] === 2) {
    return { color: nearestColor(rest[1] ?? 0, rest[2] ?? 0, rest[3] ?? 0), used: 4 };
  }
  return { used: rest.length };
}

function indexedColor(index: number): string | undefined {
  if (index < 16) {
    const name = names[index % 8];
    return index < 8 ? name : `bright-${name}`;
  }
  if (index >= 232) {
    const level = 8 + (index - 232) * 10;
    return nearestColor(level, level, level);
  }
  const cube = index - 16;
  const level = (value: number) => (value === 0 ? 0 : 55 + value * 40);
  return index < 256
    ? nearestColor(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6))
    : undefined;
}

function nearestColor(red: number, green: number, blue: number): string | undefined {
  const strongest = Math.max(red, green, blue);
  // For near-grays, the default foreground is easier to read than the theme's grays.
  if (strongest - Math.min(red, green, blue) < 40) {
    return strongest < 140 ? 'bright-black' : undefined;
  }
  const bit = (value: number, weight: number) => (value > strongest / 2 ? weight : 0);
  const name = names[bit(red, 1) + bit(green, 2) + bit(blue, 4)];
  return strongest > 200 ? `bright-${name}` : name;
}

function withColor(style: Style, isForeground: boolean, color: string | undefined): Style {
  const { foreground, background, flags } = style;
  const next = isForeground ? { foreground: color, background } : { foreground, background: color };
  return {
    flags,
    ...(next.foreground === undefined ? {} : { foreground: next.foreground }),
    ...(next.background === undefined ? {} : { background: next.background }),
  };
}

function classesOf({ foreground, background, flags }: Style): string[] {
  return [
    ...(foreground === undefined ? [] : [`ansi-${foreground}`]),
    ...(background === undefined ? [] : [`ansi-on-${background}`]),
    ...[...flags].map(flag => `ansi-${flag}`),
  ];
}
