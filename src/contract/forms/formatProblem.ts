import * as l10n from '@vscode/l10n';
import type { TextFormat } from '../elicitation';

/** Longest address of a mailbox, and longest other text with a format, in UTF-16 units. */
const longestEmail = 254;
const longest = 8_192;

/** Returns what a text lacks to have this format, if anything. */
export function formatProblem(format: TextFormat, text: string): string | undefined {
  switch (format) {
    case 'email':
      return isEmail(text)
        ? undefined
        : l10n.t('Enter an email address, such as {0}.', 'name@example.com');
    case 'uri':
      return isUri(text)
        ? undefined
        : l10n.t('Enter a whole address, such as {0}.', 'https://example.com/');
    case 'date':
      return isDate(text) ? undefined : l10n.t('Enter a date as year-month-day.');
    case 'date-time':
      return isDateTime(text) ? undefined : l10n.t('Enter a date and a time.');
  }
}

const mailbox = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/i;
const domainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > longestEmail) {
    return false;
  }
  const domain = text.slice(at + 1).split('.');
  return (
    text
      .slice(0, at)
      .split('.')
      .every(part => mailbox.test(part)) &&
    domain.length > 1 &&
    domain.every(part => domainLabel.test(part))
  );
}

function isUri(text: string): boolean {
  return text.length <= longest && /^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]+$/i.test(text);
}

const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/;

function isDate(text: string): boolean {
  const [, year, month, day] = dayForm.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) {
    return false;
  }
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isDateTime(text: string): boolean {
  const form =
    /^(\d{4}-\d\d-\d\d)[tT ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:z|[+-]\d\d:?\d\d)$/i;
  const match = form.exec(text);
  return match !== null && isDate(match[1] ?? '');
}
