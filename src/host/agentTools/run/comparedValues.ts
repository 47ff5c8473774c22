import { shortLine } from './boundedText';

/** Values that an assertion compared, as the runner prints them. */
export interface ComparedValues {
  readonly expected?: string;
  readonly actual?: string;
}

const longestValue = 300;

/** Lines that name a value: Jest, Node, Rust (`left` is what came out, by custom), and others. */
const namedExpected = /^\s*(?:Expected|expected|right|want)(?: value)?: ?(.+?),?$/;
const namedActual = /^\s*(?:Received|received|Actual|actual|left|got)(?: value)?: ?(.+?),?$/;

/** Heads of a comparison by lines, and which sign is the expected one. */
const diffHeads = [
  { head: /^\s*- Expected(?: {2}- \d+)?$/, expected: '-' },
  { head: /^\s*\+ expected - actual$/, expected: '+' },
] as const;

/** Finds what a failed test compared, in the lines about it. */
export function comparedValues(lines: readonly string[]): ComparedValues {
  const named = { expected: firstOf(namedExpected, lines), actual: firstOf(namedActual, lines) };
  const found = named.expected !== undefined && named.actual !== undefined ? named : inDiff(lines);
  const { expected, actual } = found ?? {};
  return expected === undefined || actual === undefined
    ? {}
    : { expected: shortLine(expected, longestValue), actual: shortLine(actual, longestValue) };
}

function firstOf(pattern: RegExp, lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const match = pattern.exec(line);
    if (match?.[1]) {
      return match[1];
    }
  }
  return undefined;
}

/** Reads lines with signs after a head; the comparison ends with the first line of another form. */
function inDiff(lines: readonly string[]): ComparedValues | undefined {
  for (const { head, expected } of diffHeads) {
    const at = lines.findIndex(line => head.test(line));
    if (at !== -1) {
      return signedLines(lines.slice(at + 1), expected);
    }
  }
  return undefined;
}

function signedLines(lines: readonly string[], expected: '-' | '+'): ComparedValues | undefined {
  const values = { '-': [] as string[], '+': [] as string[] };
  for (const line of lines) {
    const [, sign, value = ''] = /^\s*([-+])(.*)$/.exec(line) ?? [];
    if (sign === '-' || sign === '+') {
      if (value.trim() !== 'Received' && !/^ Received {2}\+ \d+$/.test(value)) {
        values[sign].push(value.trim());
      }
    } else if (line.trim() !== '' && !/^ {2,}\S/.test(line)) {
      break;
    } else if (/^\s+(?:at|❯) /.test(line)) {
      break;
    }
  }
  const other = expected === '-' ? '+' : '-';
  return values[expected].length > 0 && values[other].length > 0
    ? { expected: values[expected].join(' '), actual: values[other].join(' ') }
    : undefined;
}
