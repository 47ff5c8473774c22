import * as l10n from '@vscode/l10n';
import { timeText } from '../../base/locale';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Returns a time of day such as "14:00"; with the weekday if it is not within a day. */
export function timeOfDay(at: number, now: number): string {
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const date = { weekday: 'short', day: 'numeric', month: 'short' } as const;
  return timeText(at, Math.abs(at - now) < day ? time : { ...date, ...time });
}

/** Returns a span such as "5 min", "2 h 5 min" or "3 days"; at least one minute. */
export function timeSpan(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / minute));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) {
    return l10n.t('{0} days', Math.round(hours / 24));
  }
  return hours === 0 ? l10n.t('{0} min', minutes) : l10n.t('{0} h {1} min', hours, minutes % 60);
}
