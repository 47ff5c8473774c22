import * as l10n from '@vscode/l10n';
import type { TurnId } from '../../src/contract/ids';
import { useActions } from '../store/pageContext';
import { CopyButton } from '../ui/CopyButton';

/** Copies a whole turn as Markdown: message, steps and reply. */
export function CopyTurn({ turnId }: { readonly turnId: TurnId }) {
  const { call } = useActions();
  return (
    <CopyButton
      label={l10n.t('Copy Turn')}
      icon="markdown"
      onCopy={() => call('turn.copy', { turnId })}
    />
  );
}
