import * as l10n from '@vscode/l10n';
import type { Switch } from '../agentSettings';
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
      return { label: l10n.t('xHigh'), description: l10n.t('Thinks much longer') };
    case 'max':
      return { label: l10n.t('Max'), description: l10n.t('As long as it takes') };
  }
}

/** Names the switch for work by many agents, which goes with any level of effort. */
export function ultracodeText(state: Switch): EffortText {
  return {
    label: state === 'on' ? l10n.t('Turn Ultracode off') : l10n.t('Turn Ultracode on'),
    description: l10n.t('A workflow of many agents for each larger task, in this conversation'),
  };
}
