import { assignment, keyBegin, scheme, tokenShapes, userInfo } from './secretShapes';

const mask = '***';

/**
 * Masks keys, tokens and passwords for logs, error messages and problem reports. The time grows with
 * the text's length only, as anybody may have written the text.
 */
export function maskSecrets(text: string): string {
  const masked = withoutValues(withoutKeyBlocks(text))
    .replace(scheme, (all, name: string, value: string) =>
      isBasicWord(name, value) ? all : `${name} ${mask}`,
    )
    .replace(userInfo, `$1${mask}@`);
  return tokenShapes.reduce((rest, shape) => rest.replace(shape, mask), masked);
}

/** Masks secrets in a text with addresses, of which the user may be a secret without a password. */
export function maskAddresses(text: string): string {
  return maskSecrets(text.replace(/:\/\/[^\s/@]{1,2000}@/g, `://${mask}@`));
}

const longest = 4_000;

/** Prepares a wire line for the trace log: masks secrets and truncates long lines. */
export function traceLine(line: string): string {
  // Masked first: the cut would make a token too short to be recognized.
  const masked = maskSecrets(line);
  return line.length > longest
    ? `${masked.slice(0, longest)}… (${line.length} characters)`
    : masked;
}

/** Encoded credentials are never plain lower-case letters. */
function isBasicWord(name: string, value: string): boolean {
  return /^basic$/i.test(name) && /^[A-Z]?[a-z]+[.]?$/.test(value);
}

/** Characters within which a key ends. */
const longestKey = 32_000;
const keyEnd = '-----END ';
const endOfLine = /[^-\r\n]{0,60}-----/y;
/** Lines of a key whose end is missing. Line ends may be escaped. */
const keyLines =
  /(?:(?:\s|\\[nr]){0,4}[A-Za-z0-9+/=]{16,}){0,1000}(?:(?:\r?\n|\\n)[A-Za-z0-9+/=]{1,15}(?=[\s\\]|$))?/y;

function withoutKeyBlocks(text: string): string {
  let end = -1;
  return replaceSpans(text, keyBegin, match => {
    const from = match.index + match[0].length;
    if (end < from && end !== Number.POSITIVE_INFINITY) {
      const found = text.indexOf(keyEnd, from);
      end = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    const to =
      end - from < longestKey
        ? endOfMatch(endOfLine, text, end + keyEnd.length)
        : endOfMatch(keyLines, text, from);
    return { from: match.index, to };
  });
}

function withoutValues(text: string): string {
  return replaceSpans(text, assignment, match => {
    const { header, likely, link = '' } = match.groups ?? {};
    const at = match.index + match[0].length;
    const quotation = endOfMatch(quote, text, at);
    const isQuoted = quotation > at;
    const to = isQuoted
      ? endOfQuoted(text, quotation, quotation - at - 1)
      : endOfMatch(header ? headerValue : bareValue, text, at);
    const value = text.slice(quotation, Math.min(to, quotation + longestWord + 1));
    const isProse = !isQuoted && /[ \t]$/.test(link) && /^[a-z]+[.,]?$/i.test(value);
    const isHarmless =
      /^[[{(<]*$/.test(value) ||
      (likely !== undefined && value.length <= longestWord && (isProse || plainValue.test(value)));
    return isHarmless ? undefined : { from: quotation, to };
  });
}

const quote = /\\{0,16}["']|/y;
const bareValue = /[^\s"',;}\\]*/y;
const headerValue = /[^"'\r\n\\]*/y;
/** Values of schemas and counters. */
const plainValue = /^(?:true|false|null|undefined|none|\d{1,6})$/i;
/** Longer values are no words. */
const longestWord = 20;

/**
 * Returns where a quoted value ends: at its quotation mark, at that of a string around it, or at the
 * end of the line.
 * @param from index after the opening quotation mark
 * @param level number of backslashes before that mark: 1 in JSON inside of JSON, 3 inside of that
 */
function endOfQuoted(text: string, from: number, level: number): number {
  const mark = text[from - 1];
  let backslashes = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n' || character === '\r') {
      return at;
    }
    if (character === mark && (backslashes < level || backslashes % (2 * level + 2) === level)) {
      return at - Math.min(backslashes, level);
    }
    backslashes = character === '\\' ? backslashes + 1 : 0;
  }
  return text.length;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Masks the spans found for matches. A match inside of a span found before is left out. */
function replaceSpans(
  text: string,
  pattern: RegExp,
  spanOf: (match: RegExpExecArray) => Span | undefined,
): string {
  let done = 0;
  let out = '';
  for (const match of text.matchAll(pattern)) {
    const span = match.index < done ? undefined : spanOf(match);
    if (span) {
      out += text.slice(done, span.from) + mask;
      done = span.to;
    }
  }
  return out + text.slice(done);
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}
