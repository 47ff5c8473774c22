import * as l10n from '@vscode/l10n';
import { IconButton } from '../ui/Button';

/** Opens the list of commands; text that is already there becomes the command's argument. */
export function CommandsButton({ onClick }: { readonly onClick: () => void }) {
  return <IconButton label={l10n.t('Commands')} hint="/" icon="terminal" onClick={onClick} />;
}
