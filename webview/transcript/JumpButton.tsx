import * as l10n from '@vscode/l10n';
import { Icon } from '../ui/Icon';

interface JumpButtonProps {
  /** Number of items that have arrived since the user left the end. */
  readonly count: number;
  readonly onClick: () => void;
}

/** Leads back to the end of the conversation. */
export function JumpButton({ count, onClick }: JumpButtonProps) {
  const label = l10n.t('Jump to the end');
  return count > 0 ? (
    <button type="button" class="jump jump-new" title={label} onClick={onClick}>
      <Icon name="arrow-down" /> {l10n.t('{0} new', count)}
    </button>
  ) : (
    <button type="button" class="jump" aria-label={label} title={label} onClick={onClick}>
      <Icon name="arrow-down" />
    </button>
  );
}
