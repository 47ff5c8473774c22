import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { useActions, usePageStore } from '../store/pageContext';
import { isBusy, isNew } from '../store/phases';
import { DoublePress } from './doublePress';

const mostMs = 500;
/** The hint is announced only once per page. */
let hasTold = false;

/**
 * Opens the list of rewind points on a double Escape. While a turn can be stopped, Escape stops it
 * and does not count; a new conversation has no points. Pass the handler every key that no input
 * method has consumed.
 */
export function useDoubleEscape(): (event: KeyboardEvent) => void {
  const actions = useActions();
  const store = usePageStore();
  const [presses] = useState(() => new DoublePress(mostMs));
  return event => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    const { conversation } = store.get();
    const { phase } = conversation.summary.agent;
    const isTaken =
      event.defaultPrevented || shiftKey || altKey || ctrlKey || metaKey || phase === 'stopping';
    if (key !== 'Escape' || isTaken || isNew(conversation) || isBusy(phase)) {
      presses.reset();
      return;
    }
    // A held key counts as one press.
    if (event.repeat) {
      return;
    }
    if (presses.press(event.timeStamp) === 'second') {
      event.preventDefault();
      void actions.call('rewind.pick');
    } else if (!hasTold) {
      hasTold = true;
      actions.announce(l10n.t('Press Escape again to rewind'));
    }
  };
}
