import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { useActions } from '../store/pageContext';
import { Icon } from '../ui/Icon';

/** Tells that the text runs in a shell. Taking away the exclamation mark makes it a message again. */
export function ShellHint({ id }: { readonly id: string }) {
  const { announce } = useActions();
  const text = l10n.t('Shell line: runs when sent, and its output goes with the next message');
  useEffect(() => announce(text), []);
  return (
    <p class="shell-hint" id={id}>
      <Icon name="terminal" /> {text}
    </p>
  );
}
