import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/locale';
import { plainLine } from '../../cli/sessions/plainText';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;

/** Formats an age in its narrow form: "now", "5m", "2h", "3d", "6w"; beyond a year, the month. */
export function ageText(at: number, now: number, language: string): string {
  const past = Math.max(0, now - at);
  if (past < minute) {
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  }
  if (past < hour) {
    return inUnits(past / minute, 'minute', language);
  }
  if (past < day) {
    return inUnits(past / hour, 'hour', language);
  }
  if (past < 2 * week) {
    return inUnits(past / day, 'day', language);
  }
  return past < 52 * week ? inUnits(past / week, 'week', language) : months(language).format(at);
}

/** Formatters are expensive to create, and every row needs them. */
const unitFormats = new Map<string, Intl.NumberFormat>();
const monthFormats = new Map<string, Intl.DateTimeFormat>();

function inUnits(count: number, unit: string, language: string): string {
  const key = `${language} ${unit}`;
  const format =
    unitFormats.get(key) ??
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'narrow' });
  unitFormats.set(key, format);
  return format.format(Math.floor(count));
}

function months(language: string): Intl.DateTimeFormat {
  const format =
    monthFormats.get(language) ??
    new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' });
  monthFormats.set(language, format);
  return format;
}

export function sizeText(bytes: number): string {
  if (bytes < 1_000) {
    return l10n.t('{0} B', bytes);
  }
  return bytes < 1_000_000
    ? l10n.t('{0} kB', Math.round(bytes / 1_000))
    : l10n.t('{0} MB', numberText(bytes / 1e6, 1));
}

/** Returns the text on a single line, without invisible characters and direction overrides. */
export function plainText(text: string): string {
  return plainLine(text) ?? '';
}

/** Escapes text for Markdown, so that it appears verbatim on a single line. */
export function escapeMarkdown(text: string): string {
  return plainText(text).replace(/[\\`*_{}[\]()#+\-.!|~<>&$:@]/g, '\\$&');
}

/** Characters of an excerpt before its match: rows of a list are cut at their ends. */
const mostBefore = 32;

/** Returns an excerpt that begins a few words before its match. */
export function fromMatch({ text, start }: { text: string; start: number }): string {
  const from = start - mostBefore;
  if (from <= 0) {
    return text;
  }
  const word = text.indexOf(' ', from - 1) + 1;
  return `…${text.slice(word > 0 && word <= start ? word : from)}`;
}

/** Removes signs of Markdown from a fragment of a message, which may begin inside of a construct. */
export function withoutMarkup(text: string): string {
  const isTable = /\| \||\|\s?:?-{2,}/.test(text);
  // A pipe of a shell line stays: only tables have two in a row.
  const line = isTable ? text.replace(/\|(?:\s?:?-{2,}:?\s?(?=\|))?/g, ' ') : text;
  return line
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\*\*|~~|`+/g, '')
    .replace(/(^|\s)#{1,6}(?=\s)/g, '$1');
}

/** @param length in characters, at least 2 */
export function shortened(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
