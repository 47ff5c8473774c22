import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/locale';

/** Formats a time, in milliseconds since 1970, for the document. */
export type TimeFormat = (at: number) => string;

/** Formats a duration: "0.4 s", "2 min 5 s". @param ms milliseconds */
export function seconds(ms: number): string {
  const whole = Math.round(ms / 1_000);
  return whole < 60
    ? l10n.t('{0} s', numberText(ms / 1_000, 1))
    : l10n.t('{0} min {1} s', Math.floor(whole / 60), whole % 60);
}

/** Formats a time as local time: "2026-11-21 13:35:02". */
export function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
