import * as l10n from '@vscode/l10n';
import { numberText } from '../../../src/base/locale';

/** Returns the last part of a path on any system. */
export function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Splits a text into lines, without the empty one after a final line break. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.length > 1 && lines.at(-1) === '') {
    lines.pop();
  }
  return lines;
}

/** Formats a length in UTF-16 units, such as "820 characters", "12 KB" or "3.4 MB". */
export function sizeOf(length: number): string {
  if (length < 1000) {
    return l10n.t('{0} characters', length);
  }
  return length < 1_000_000
    ? l10n.t('{0} KB', Math.round(length / 1000))
    : l10n.t('{0} MB', numberText(length / 1_000_000, 1));
}

/** Formats a duration, such as "9 s", "1 min 5 s" or "2 h 3 min". */
export function durationOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 60) {
    return l10n.t('{0} s', seconds);
  }
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? l10n.t('{0} min {1} s', minutes, seconds % 60)
    : l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
