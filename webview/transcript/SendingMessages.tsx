import * as l10n from '@vscode/l10n';
import type { QueuedMessage } from '../../src/contract/events';
import { agentTitleOf } from '../store/agentTitle';
import { usePageState } from '../store/pageContext';
import { Icon } from '../ui/Icon';
import { MessageImage } from './MessageImage';

/** Length from which a text is cut off at its end until it is sent. */
const longText = 1500;

interface SendingMessagesProps {
  readonly sending: readonly QueuedMessage[];
}

/** Messages that the agent has not been given yet: until then they may return to the composer. */
export function SendingMessages({ sending }: SendingMessagesProps) {
  const starts = usePageState(state => state.conversation.summary.agent.phase === 'starting');
  const agentTitle = usePageState(agentTitleOf);
  if (sending.length === 0) {
    return null;
  }
  return (
    <>
      {sending.map(({ id, text, images, context = [] }) => (
        <article
          key={id}
          class="message message-person"
          aria-label={l10n.t('You')}
          aria-busy="true"
        >
          {images.length > 0 ? (
            <div class="pictures">
              {images.map((image, index) => (
                <MessageImage key={index} id={`sending:${id}#${index}`} image={image} />
              ))}
            </div>
          ) : null}
          {text === '' ? null : (
            <div
              class={text.length > longText ? 'person-text person-clamped' : 'person-text'}
              dir="auto"
            >
              {text}
            </div>
          )}
          {context.length > 0 ? (
            <p class="quiet">{l10n.t('With it: {0}', context.join(' · '))}</p>
          ) : null}
        </article>
      ))}
      <p class="item sending-state quiet">
        <Icon name="loading" spin />{' '}
        {starts ? l10n.t('Starting {0}…', agentTitle) : l10n.t('Sending…')}
      </p>
    </>
  );
}
