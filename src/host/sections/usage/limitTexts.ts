import * as l10n from '@vscode/l10n';
import { limitName, ofModel } from '../../../contract/labels/limitName';
import { timeOfDay, timeSpan } from '../../../contract/labels/resetTime';
import type { SectionMeter } from '../../../contract/sections';
import type { UsageLimit } from '../../../contract/usage';

/** Names a limit as a title. */
export function limitTitle(type: string): string {
  switch (type) {
    case 'five_hour':
      return l10n.t('Five hours');
    case 'seven_day':
      return l10n.t('Week, all models');
    case 'seven_day_opus':
      return l10n.t('Week, Opus');
    case 'seven_day_sonnet':
      return l10n.t('Week, Sonnet');
    case 'extra_usage':
    case 'overage':
      return l10n.t('Extra usage');
    case 'seven_day_overage_included':
      return l10n.t('Week, {0}', 'Fable');
    default: {
      if (type.startsWith(ofModel)) {
        return l10n.t('Week, {0}', type.slice(ofModel.length));
      }
      const words = type.replace(/^seven_day_/, '').replaceAll('_', ' ');
      return type.startsWith('seven_day_') ? l10n.t('Week, {0}', words) : words;
    }
  }
}

/** Returns the meter of a limit. */
export function limitMeter(
  { used, isReached, resetsAt }: UsageLimit,
  now: number,
  warnAt: number,
): SectionMeter {
  const isOver = resetsAt !== undefined && resetsAt <= now;
  const value = isOver ? 0 : isReached ? 1 : Math.min(1, Math.max(0, used ?? 0));
  const percent = Math.floor(value * 100);
  const tone = percent >= 100 ? 'bad' : warnAt > 0 && percent >= warnAt ? 'warning' : undefined;
  const share = l10n.t('{0}% used', percent);
  const text =
    resetsAt === undefined || isOver
      ? share
      : l10n.t(
          '{0}, resets {1} (in {2})',
          share,
          timeOfDay(resetsAt, now),
          timeSpan(resetsAt - now),
        );
  return { value, text, ...(tone ? { tone } : {}) };
}

/**
 * Returns the limit to warn of: the fullest one at or above the threshold that is not reset yet.
 * @param warnAt per cent; 0 never warns
 */
export function limitToWarnOf(
  limits: readonly UsageLimit[],
  now: number,
  warnAt: number,
): UsageLimit | undefined {
  const part = ({ isReached, used = 0 }: UsageLimit) => (isReached ? 1 : used);
  return limits
    .filter(({ resetsAt }) => resetsAt === undefined || resetsAt > now)
    .filter(limit => warnAt > 0 && Math.floor(part(limit) * 100) >= warnAt)
    .sort((a, b) => part(b) - part(a))[0];
}

/** Texts of the status bar's item for a limit. */
export function limitStatus(limit: UsageLimit, now: number) {
  const { text } = limitMeter(limit, now, 0);
  const percent = limit.isReached ? 100 : Math.floor((limit.used ?? 0) * 100);
  const name = limitName(limit.type);
  return {
    text: `$(dashboard) ${percent}%`,
    tooltip: l10n.t('Claude, {0}: {1}', name, text),
    label: l10n.t('Claude, {0}: {1}', name, text),
  };
}
