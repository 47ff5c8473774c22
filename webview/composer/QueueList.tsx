import type { QueuedMessage } from '../../src/contract/events';
import { useActions, usePageState } from '../store/context';
import { Button } from '../ui/Button';
import { modeTexts } from './modes';

/** What is written and not sent yet, in the order in which it will be. */
export function QueueList() {
  const queue = usePageState(state => state.conversation.summary.queue);
  const settings = usePageState(state => state.conversation.summary.settings);
  if (queue.length === 0) {
    return null;
  }
  return (
    <ul class="queue" aria-label="Queued messages">
      {queue.map(message => (
        <QueuedItem
          key={message.id}
          message={message}
          note={[
            message.mode && message.mode !== settings.mode ? modeTexts[message.mode].label : '',
            message.model && message.model !== settings.model ? message.model : '',
          ]
            .filter(Boolean)
            .join(', ')}
        />
      ))}
    </ul>
  );
}

interface QueuedItemProps {
  readonly message: QueuedMessage;
  /** What it will be sent with, where that differs from now. */
  readonly note: string;
}

function QueuedItem({ message, note }: QueuedItemProps) {
  const actions = useActions();
  const { id, text, images } = message;
  const count = images.length === 1 ? '1 image' : `${images.length} images`;
  return (
    <li class="queued">
      <span class="queued-text" dir="auto" title={text}>
        {text === '' ? count : text}
      </span>
      {text !== '' && images.length > 0 ? <span class="quiet">{count}</span> : null}
      {note === '' ? null : <span class="quiet">{note}</span>}
      <span class="queued-buttons">
        <Button kind="link" onClick={() => void actions.editQueued(id)}>
          Edit
        </Button>
        <Button kind="link" onClick={() => void actions.sendQueuedNow(id)}>
          Send now
        </Button>
        <Button kind="link" onClick={() => void actions.removeQueued(id)}>
          Remove
        </Button>
      </span>
    </li>
  );
}
