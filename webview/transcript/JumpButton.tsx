import * as l10n from '@vscode/l10n';
import { Icon } from '../ui/Icon';

interface JumpButtonProps {
  /** Number of items that have arrived since the user left the end. */
  readonly count: number;
  readonly onClick: () => void;
}

/** Leads back to the end of the conversation. */
export function JumpButton({ count, onClick }: JumpButtonProps) {
  return (
    <button type="button" class="jump" onClick={onClick}>
      <Icon name="arrow-down" />
      {count > 0 ? l10n.t('{0} new', count) : l10n.t('Jump to the end')}
    </button>
  );
}
