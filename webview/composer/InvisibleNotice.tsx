import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';
import { codeOf } from './box/invisible';

/** Invisible characters of a message that is about to be sent. */
export interface InvisibleNoticeProps {
  readonly found: readonly string[];
  readonly onRemove: () => void;
  readonly onSend: () => void;
}

/** Codes that the notice names, before it says that there are more. */
const mostNamed = 4;

/** Names the invisible characters of a message that is about to be sent. */
export function InvisibleNotice({ found, onRemove, onSend }: InvisibleNoticeProps) {
  const { announce } = useActions();
  const codes = [...new Set(found.map(codeOf))];
  const named = codes.slice(0, mostNamed).join(', ') + (codes.length > mostNamed ? ' …' : '');
  const text = plural(found.length, {
    one: l10n.t('The message has {0} invisible character ({1}).', found.length, named),
    other: l10n.t('The message has {0} invisible characters ({1}).', found.length, named),
  });
  useEffect(() => announce(text), [text]);
  return (
    <div class="composer-notice">
      {text}{' '}
      <Button kind="link" onClick={onRemove}>
        {l10n.t('Remove')}
      </Button>
      <Button kind="link" onClick={onSend}>
        {l10n.t('Send Anyway')}
      </Button>
    </div>
  );
}
