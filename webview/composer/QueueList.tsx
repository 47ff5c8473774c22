import * as l10n from '@vscode/l10n';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import type { AgentSettings } from '../../src/contract/agentSettings';
import type { ModelChoice } from '../../src/contract/choices';
import type { HoldReason, QueuedMessage } from '../../src/contract/events';
import { modelLabel } from '../../src/contract/labels/modelLabel';
import { modeText } from '../../src/contract/labels/modeText';
import { agentTitleOf } from '../store/agentTitle';
import { useActions, usePageState } from '../store/pageContext';
import { Button, IconButton } from '../ui/Button';

type Step = -1 | 1;

/** Queued messages in sending order. */
export function QueueList() {
  const actions = useActions();
  const queue = usePageState(state => state.conversation.summary.queue);
  const settings = usePageState(state => state.conversation.summary.settings);
  const models = usePageState(state => state.conversation.summary.choices.models);
  const isForeign = usePageState(state => !!state.conversation.summary.choices.foreign);
  const headingId = useId();
  /** Pending move: the message, its old index and the focused button, until the queue changes. */
  const moving = useRef<{ id: string; from: number; focused: HTMLElement | null }>(undefined);
  useLayoutEffect(() => {
    const { id, from, focused } = moving.current ?? {};
    const place = queue.findIndex(message => message.id === id);
    if (focused === undefined || place === from) {
      return;
    }
    moving.current = undefined;
    if (place !== -1) {
      // A row loses the focus when it moves.
      const row = document.querySelectorAll<HTMLElement>('.queued')[place];
      (focused?.isConnected ? focused : row?.querySelector('button'))?.focus();
      actions.announce(l10n.t('Place {0} of {1}', place + 1, queue.length));
    }
  }, [queue]);
  if (queue.length === 0) {
    return null;
  }
  const move = (from: number, by: Step) => {
    const message = queue[from];
    if (message && queue[from + by]) {
      const { activeElement } = document;
      const focused = activeElement instanceof HTMLElement ? activeElement : null;
      moving.current = { id: message.id, from, focused };
      void actions.call('queue.move', { messageId: message.id, by });
    }
  };
  return (
    <>
      <QueueHead id={headingId} />
      <ul class="queue" aria-label={l10n.t('Queued messages')} aria-describedby={headingId}>
        {queue.map((message, index) => (
          <QueuedItem
            key={message.id}
            message={message}
            note={isForeign ? '' : noteOn(message, settings, models)}
            canMoveUp={index > 0}
            canMoveDown={index < queue.length - 1}
            onMove={by => move(index, by)}
          />
        ))}
      </ul>
    </>
  );
}

/** Returns the mode and model of a message, where they differ from the current settings. */
function noteOn(
  { mode, model }: QueuedMessage,
  settings: AgentSettings,
  models: readonly ModelChoice[],
): string {
  return [
    mode && mode !== settings.mode ? modeText(mode).label : '',
    model && model !== settings.model ? modelLabel(models, model) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

interface QueuedItemProps {
  readonly message: QueuedMessage;
  /** Mode and model of the message, where they differ from the current settings. */
  readonly note: string;
  readonly canMoveUp: boolean;
  readonly canMoveDown: boolean;
  readonly onMove: (by: Step) => void;
}

function QueuedItem({ message, note, canMoveUp, canMoveDown, onMove }: QueuedItemProps) {
  const actions = useActions();
  const { id, text, images, context = [] } = message;
  const count = plural(images.length, {
    one: l10n.t('{0} image', images.length),
    other: l10n.t('{0} images', images.length),
  });
  const attached = plural(context.length, {
    one: l10n.t('1 attachment'),
    other: l10n.t('{0} attachments', context.length),
  });
  const handleKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (event.altKey && by !== undefined) {
      event.preventDefault();
      onMove(by);
    }
  };
  return (
    <li class="queued" onKeyDown={handleKey}>
      <span class="queued-text" dir="auto" title={text}>
        {text === '' ? (images.length > 0 ? count : context.join(', ')) : text}
      </span>
      {text !== '' && images.length > 0 ? <span class="quiet">{count}</span> : null}
      {context.length > 0 ? (
        <span class="quiet" title={context.join('\n')}>
          {attached}
        </span>
      ) : null}
      {note === '' ? null : <span class="quiet">{note}</span>}
      <span class="queued-buttons">
        {canMoveUp ? (
          <IconButton
            label={l10n.t('Move Up')}
            hint={l10n.t('Alt+Up')}
            icon="arrow-up"
            onClick={() => onMove(-1)}
          />
        ) : null}
        {canMoveDown ? (
          <IconButton
            label={l10n.t('Move Down')}
            hint={l10n.t('Alt+Down')}
            icon="arrow-down"
            onClick={() => onMove(1)}
          />
        ) : null}
        <IconButton
          label={l10n.t('Edit')}
          icon="edit"
          onClick={() => void actions.editQueued(id)}
        />
        <IconButton
          label={l10n.t('Send Now')}
          icon="send"
          onClick={() => void actions.call('queue.sendNow', { messageId: id })}
        />
        <IconButton
          label={l10n.t('Remove')}
          icon="close"
          onClick={() => void actions.call('queue.remove', { messageId: id })}
        />
      </span>
    </li>
  );
}

/** Counts the messages; says why they are not sent, with what the user can do about it. */
function QueueHead({ id }: { readonly id: string }) {
  const actions = useActions();
  const queue = usePageState(state => state.conversation.summary.queue);
  const isHeld = usePageState(state => state.conversation.summary.isQueueHeld);
  const because = usePageState(state => state.conversation.summary.queueHeldBecause);
  const count = plural(queue.length, {
    one: l10n.t('1 queued'),
    other: l10n.t('{0} queued', queue.length),
  });
  const agent = usePageState(agentTitleOf);
  const why = because ? holdText(because, agent) : undefined;
  const clear = () => {
    for (const { id: messageId } of queue) {
      void actions.call('queue.remove', { messageId });
    }
  };
  return (
    <div class="queue-head quiet">
      <span id={id} class="queue-heading" title={why}>
        {isHeld ? l10n.t('{0} · Paused', count) : count}
        {isHeld && why ? <span class="queue-why"> – {why}</span> : null}
      </span>
      {isHeld ? (
        <>
          <Button kind="link" onClick={() => void actions.call('queue.resume')}>
            {l10n.t('Resume')}
          </Button>
          <Button kind="link" onClick={clear}>
            {l10n.t('Clear')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function holdText(reason: HoldReason, agent: string): string {
  switch (reason) {
    case 'stopped':
      return l10n.t('You stopped {0}.', agent);
    case 'turnFailed':
      return l10n.t('The last turn did not finish.');
    case 'agentEnded':
      return l10n.t('{0} has ended.', agent);
    case 'notStarted':
      return l10n.t('{0} did not start.', agent);
    case 'notSent':
      return l10n.t('A message could not be sent.');
    case 'reloaded':
      return l10n.t('The window was reloaded.');
    case 'elsewhere':
      return l10n.t('The conversation is open elsewhere.');
    case 'folderGone':
      return l10n.t('The folder was removed.');
  }
}
