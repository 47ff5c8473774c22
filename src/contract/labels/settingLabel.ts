import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/locale';

/** Names a setting of the agent, as the title of its choices. */
export function settingLabel(setting: 'mode' | 'model' | 'effort' | 'fastMode'): string {
  switch (setting) {
    case 'mode':
      return l10n.t('Permission mode');
    case 'model':
      return l10n.t('Model');
    case 'effort':
      return l10n.t('Effort');
    case 'fastMode':
      return l10n.t('Fast mode');
  }
}

/** @param budget tokens; `null` leaves the budget to the model */
export function thinkingLabel(budget: number | null): string {
  switch (budget) {
    case null:
      return l10n.t('Left to the model');
    case 0:
      return l10n.t('Off');
    default:
      return l10n.t('{0} tokens', numberText(budget));
  }
}
