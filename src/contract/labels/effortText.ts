import * as l10n from '@vscode/l10n';
import type { Effort } from '../content';

interface EffortText {
  readonly label: string;
  readonly description: string;
}

/** Names a level of effort and describes its cost. */
export function effortText(effort: Effort): EffortText {
  switch (effort) {
    case 'low':
      return { label: l10n.t('Low'), description: l10n.t('Fastest, for small things') };
    case 'medium':
      return { label: l10n.t('Medium'), description: l10n.t('A balance of speed and care') };
    case 'high':
      return { label: l10n.t('High'), description: l10n.t('Thinks longer') };
    case 'xhigh':
      return { label: l10n.t('Very high'), description: l10n.t('Thinks much longer') };
    case 'max':
      return { label: l10n.t('Maximum'), description: l10n.t('As long as it takes') };
  }
}
