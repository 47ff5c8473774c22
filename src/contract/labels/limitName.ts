import * as l10n from '@vscode/l10n';

/** Begins the type of a weekly limit of one model; the model's name follows. */
export const ofModel = 'model:';

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
    case 'seven_day_overage_included':
      return l10n.t('weekly limit for {0}', 'Fable');
    case 'overage':
    case 'extra_usage':
      return l10n.t('limit of extra usage');
    default:
      return type.startsWith(ofModel)
        ? l10n.t('weekly limit for {0}', type.slice(ofModel.length))
        : l10n.t('usage limit');
  }
}
