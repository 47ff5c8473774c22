import * as l10n from '@vscode/l10n';
import type { SentWithProps } from '../late/cardRegistry';
import { useActions } from '../store/pageContext';
import { Button } from '../ui/Button';

/** Content that went with a message, each opening exactly as it was sent. */
export function SentWith({ messageId, text, context, mentions = [] }: SentWithProps) {
  const { call } = useActions();
  const inText = new Set(
    mentions.flatMap(({ token, target }) =>
      target.kind === 'attachment' && text.includes(token) ? [target.id] : [],
    ),
  );
  const rest = context.flatMap((one, index) =>
    one.kind === 'shell' || (one.attachment !== undefined && inText.has(one.attachment))
      ? []
      : [{ one, index }],
  );
  if (rest.length === 0) {
    return null;
  }
  return (
    <div class="sent-with">
      <span class="quiet">{l10n.t('Sent with it:')}</span>
      <ul>
        {rest.map(({ one, index }) => (
          <li key={index}>
            <Button
              kind="link"
              label={one.title}
              onClick={() => void call('context.open', { messageId, index })}
            >
              {one.title}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
