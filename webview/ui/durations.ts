import * as l10n from '@vscode/l10n';

/** Formats a duration, such as "850 ms", "12 s", "3 min 20 s" or "1 h 5 min". */
export function formatDuration(ms: number): string {
  if (ms < 1000) {
    return l10n.t('{0} ms', Math.max(0, Math.round(ms)));
  }
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) {
    return l10n.t('{0} s', seconds);
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return seconds % 60 === 0
      ? l10n.t('{0} min', minutes)
      : l10n.t('{0} min {1} s', minutes, seconds % 60);
  }
  return minutes % 60 === 0
    ? l10n.t('{0} h', Math.floor(minutes / 60))
    : l10n.t('{0} h {1} min', Math.floor(minutes / 60), minutes % 60);
}
