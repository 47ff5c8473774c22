import * as l10n from '@vscode/l10n';
import { isCalendarTime } from '../../../src/base/calendar';
import { fineCostText, numberText, timeText } from '../../../src/base/locale';
import { plural } from '../../../src/base/plural';
import type { CallCost } from '../../../src/contract/inspector/callRows';
import { countdown } from '../../../src/contract/labels/countdown';
import { formatDuration } from '../../ui/durations';

const times = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;
const dates = { dateStyle: 'medium', timeStyle: 'medium' } as const;

/** Writes a count in full, such as "38,112". */
export function fullCount(count: number): string {
  return numberText(count);
}

/** Writes a count in a narrow column, such as "9,512", "38.1k" or "1.2M". */
export function shortCount(count: number): string {
  if (count < 10_000) {
    return fullCount(count);
  }
  if (count < 999_500) {
    const thousands = numberText(count / 1000, count < 99_950 ? 1 : 0);
    return l10n.t({ message: '{0}k', args: [thousands], comment: ['Thousands of tokens'] });
  }
  return l10n.t({
    message: '{0}M',
    args: [numberText(count / 1_000_000, count < 99_950_000 ? 1 : 0)],
    comment: ['Millions of tokens'],
  });
}

export function tokens(count: number): string {
  const text = fullCount(count);
  return plural(count, { one: l10n.t('{0} token', text), other: l10n.t('{0} tokens', text) });
}

export function calls(count: number): string {
  const text = fullCount(count);
  return plural(count, { one: l10n.t('{0} call', text), other: l10n.t('{0} calls', text) });
}

/** Writes a duration with a tenth of a second where that matters, such as "850 ms" or "1.4 s". */
export function shortTime(ms: number): string {
  // Else 999.6 would be written as a thousand milliseconds.
  if (ms < 999.5) {
    return formatDuration(ms);
  }
  return ms < 59_950 ? l10n.t('{0} s', numberText(ms / 1000, 1)) : formatDuration(ms);
}

/** Writes a sum that may be of list prices, with a sign for that. */
export function costText({ usd, basis }: CallCost): string {
  const text = fineCostText(usd);
  // Less than the least amount is no exact figure as it is.
  return basis === 'list' && !text.startsWith('<') ? `≈ ${text}` : text;
}

export function costBasis({ basis }: CallCost): string {
  return basis === 'list'
    ? l10n.t('By list prices of the model')
    : l10n.t('Share of the reported cost');
}

/** Writes the time of a call, such as "14:03:22". */
export function clockTime(at: number): string {
  return isCalendarTime(at) ? timeText(at, times) : '–';
}

export function fullTime(at: number): string {
  return isCalendarTime(at) ? timeText(at, dates) : '–';
}

/** Writes a time on an axis, such as "0", "2.5 s" or "1:40". */
export function axisTime(ms: number): string {
  if (ms === 0) {
    return '0';
  }
  if (ms < 1000) {
    return l10n.t('{0} ms', Math.round(ms));
  }
  return ms < 60_000 ? l10n.t('{0} s', Math.round(ms / 100) / 10) : countdown(ms);
}

export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
