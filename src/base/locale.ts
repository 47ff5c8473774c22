import { isCalendarTime } from './calendar';
import { usePluralsOf } from './plural';

/** No sign before a number that rounds to zero. */
const signDisplay = 'negative';
let wanted = 'en';
/** Absent until a text needs it: most windows start without one. */
let language: string | undefined;
/** Formatters by their options: to make one takes longer than to write many numbers with it. */
const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

/**
 * Writes numbers and times, and selects plural forms, as in this language from now on. Call it
 * together with `l10n.config`.
 * @param tag language of the editor, such as "de" or "pt-br"; an unknown one counts as English
 */
export function speak(tag: string): void {
  wanted = tag;
  language = undefined;
  numbers.clear();
  dates.clear();
  usePluralsOf(spoken);
}

/** Writes a number with separators, such as "38,112" or "3.4". @param digits after the point */
export function numberText(value: number, digits = 0): string {
  return formatted(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Writes a number in little room, such as "950", "1.2K" or "38M". */
export function compactText(value: number): string {
  return formatted(value, { notation: 'compact', maximumFractionDigits: 1 });
}

/** Writes a share, such as "37%". @param share from 0 to 1 */
export function percentText(share: number): string {
  return formatted(share, { style: 'percent', maximumFractionDigits: 0 });
}

/** Writes US dollars, such as "$1.37". @param digits after the point */
export function dollarText(usd: number, digits = 2): string {
  return formatted(usd, {
    ...{ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
    ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
}

/** Writes a cost in US dollars, such as "$0.00"; a small one that rounds to zero becomes "<$0.01". */
export function costText(usd: number): string {
  return usd > 0 && usd < 0.005 ? `<${dollarText(0.01)}` : dollarText(usd);
}

/** Writes a cost with more digits for small sums, such as "$0.00", "<$0.0001", "$0.0042" or "$1.37". */
export function fineCostText(usd: number): string {
  if (usd > 0 && usd < 0.0001) {
    return `<${dollarText(0.0001, 4)}`;
  }
  return dollarText(usd, usd > 0 && usd < 0.1 ? 4 : 2);
}

/**
 * Writes a time.
 * @param at milliseconds since 1970; an agent may send any number: no calendar has all of them
 */
export function timeText(at: number, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = dates.get(key) ?? new Intl.DateTimeFormat(spoken(), options);
  dates.set(key, format);
  return isCalendarTime(at) ? format.format(at) : '–';
}

function formatted(value: number, options: Intl.NumberFormatOptions): string {
  const key = JSON.stringify(options);
  const format = numbers.get(key) ?? new Intl.NumberFormat(spoken(), { signDisplay, ...options });
  numbers.set(key, format);
  return format.format(value);
}

function spoken(): string {
  language ??= isKnown(wanted) ? wanted : 'en';
  return language;
}

function isKnown(tag: string): boolean {
  try {
    // All of `Intl` knows the same languages, but the list of `NumberFormat` takes 14 ms to load.
    return Intl.PluralRules.supportedLocalesOf(tag).length > 0;
  } catch {
    // A malformed tag throws; the editor may report one that a language pack has made up.
    return false;
  }
}
