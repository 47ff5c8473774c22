import * as l10n from '@vscode/l10n';
import { IconButton } from '../ui/Button';

/** Opens the list of what a message can mention. */
export function MentionButton({ onClick }: { readonly onClick: () => void }) {
  return <IconButton label={l10n.t('Mention')} hint="@" icon="mention" onClick={onClick} />;
}
