import * as l10n from '@vscode/l10n';

/** Names a usage limit in a sentence. @param type the agent's name of it */
export function limitName(type: string): string {
  switch (type) {
    case 'five_hour':
      return l10n.t('5-hour limit');
    case 'seven_day':
      return l10n.t('weekly limit');
    case 'seven_day_opus':
      return l10n.t('weekly limit for Opus');
    case 'seven_day_sonnet':
      return l10n.t('weekly limit for Sonnet');
    default:
      return l10n.t('usage limit');
  }
}
