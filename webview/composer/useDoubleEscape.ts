import { useState } from 'preact/hooks';
import { useActions, usePageStore } from '../store/context';
import { isBusy } from '../store/phases';
import { DoublePress } from './doublePress';

const mostMs = 500;
/** Said once: who has heard it knows. */
let hasTold = false;

/**
 * Two Escapes in quick succession ask for a point to rewind to. While there is a turn to stop, Escape
 * stops it and does not count. The handler is given each key that no input method has taken.
 */
export function useDoubleEscape(): (event: KeyboardEvent) => void {
  const actions = useActions();
  const store = usePageStore();
  const [presses] = useState(() => new DoublePress(mostMs));
  return event => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    const { phase } = store.get().conversation.summary.agent;
    const isTaken =
      event.defaultPrevented || shiftKey || altKey || ctrlKey || metaKey || phase === 'stopping';
    if (key !== 'Escape' || isTaken || isBusy(phase)) {
      presses.reset();
      return;
    }
    // Held down it is one press.
    if (event.repeat) {
      return;
    }
    if (presses.press(event.timeStamp) === 'second') {
      event.preventDefault();
      void actions.pickPoint();
    } else if (!hasTold) {
      hasTold = true;
      actions.announce('Press Escape again to rewind');
    }
  };
}
