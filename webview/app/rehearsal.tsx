import { render } from 'preact';
import type { ConversationEvent } from '../../src/contract/events';
import type { MessageId, TurnId } from '../../src/contract/ids';
import { fold } from '../../src/transcript/fold';
import { StatusRow } from '../composer/StatusRow';
import type { Actions } from '../store/actions';
import { PageContext, usePageState } from '../store/pageContext';
import { initialState } from '../store/pageState';
import { createStore } from '../store/store';
import { SendingMessages } from '../transcript/SendingMessages';
import { TurnView } from '../transcript/TurnView';
import { type IdleTask, runWhenIdle } from '../ui/idle/idleQueue';

const at = 0;
const text = 'a `b`';
const messageId = 'rehearsal' as MessageId;

/** A short turn, as the host reports it: one list for each time that the page draws. */
const turn: readonly (readonly ConversationEvent[])[] = [
  [{ type: 'sending.changed', sending: [{ id: messageId, text, images: [] }] }],
  [
    { type: 'turn.started', turnId: 'rehearsal' as TurnId, at, origin: 'person' },
    { type: 'prompt.sent', messageId, at, text, images: [] },
    { type: 'sending.changed', sending: [] },
    { type: 'agent.changed', agent: { phase: 'working' } },
  ],
  [
    { type: 'block.started', blockId: 'rehearsal', source: 'rehearsal', kind: 'text', at },
    { type: 'block.delta', blockId: 'rehearsal', text },
  ],
  [{ type: 'block.delta', blockId: 'rehearsal', text: '\n\n- c' }],
  [
    { type: 'block.ended', blockId: 'rehearsal' },
    { type: 'turn.ended', at, outcome: { kind: 'completed' }, durationMs: 1 },
    { type: 'agent.changed', agent: { phase: 'idle' } },
  ],
];

/**
 * Draws a turn outside the document while the page is idle, so that the browser has compiled what
 * the first message needs. Nothing in it may be focused, or call the host, by being drawn.
 */
export function rehearse(actions: Actions): void {
  runWhenIdle(new Rehearsal(actions));
}

class Rehearsal implements IdleTask {
  private readonly store = createStore(initialState);
  private readonly root = document.createElement('div');
  private readonly rest = [...turn];

  constructor(private readonly actions: Actions) {}

  next(): boolean {
    const events = this.rest.shift();
    if (!events) {
      render(null, this.root);
      return true;
    }
    this.store.update(state => ({
      ...state,
      conversation: events.reduce((before, event) => fold(before, event), state.conversation),
    }));
    const page = { store: this.store, actions: this.actions };
    render(
      <PageContext.Provider value={page}>
        <Turn />
      </PageContext.Provider>,
      this.root,
    );
    return false;
  }
}

function Turn() {
  const { turns, open, summary } = usePageState(state => state.conversation);
  const shown = open ? [...turns, open] : turns;
  return (
    <>
      {shown.map(one => (
        <TurnView key={one.id} turn={one} isOpen={one === open} isLast={true} />
      ))}
      <SendingMessages sending={summary.sending ?? []} />
      <StatusRow />
    </>
  );
}
