import { usePageState } from '../store/pageContext';
import { isComposing } from '../ui/isComposing';
import type { BoxList } from './box/messageBox';
import { useCycleMode } from './useCycleMode';
import { useDoubleEscape } from './useDoubleEscape';

interface BoxKeys {
  readonly list: BoxList | undefined;
  readonly onSend: () => void;
  /** @returns true if the key led to a message of the history */
  readonly walkHistory: (key: string) => boolean;
  /** @returns true if the key moved the focus to the conversation */
  readonly leave: (event: KeyboardEvent) => boolean;
  /** @returns true if there was a suggestion to take */
  readonly takeSuggestion: () => boolean;
}

/** Returns the handler of keys that mean something to the composer; see `BoxProps.onKey`. */
export function useBoxKeys(keys: BoxKeys): (event: KeyboardEvent) => boolean {
  const sendWith = usePageState(state => state.config.sendWith);
  const cycleMode = useCycleMode();
  const rewindOnEscapes = useDoubleEscape();
  const perform = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    const hasModifier = ctrlKey || metaKey;
    if (key === 'Enter' && !shiftKey && !altKey) {
      if (sendWith === 'modifierEnter' && !hasModifier) {
        return false;
      }
      keys.onSend();
      return true;
    }
    if (altKey || hasModifier) {
      return keys.leave(event);
    }
    if (key === 'Tab') {
      if (shiftKey) {
        cycleMode();
      }
      return shiftKey || keys.takeSuggestion();
    }
    return !shiftKey && keys.walkHistory(key);
  };
  return event => {
    if (isComposing(event)) {
      return false;
    }
    if (keys.list?.handleKey(event)) {
      event.preventDefault();
      // Escape must only close the list, not stop the agent.
      event.stopPropagation();
      return true;
    }
    rewindOnEscapes(event);
    if (event.defaultPrevented) {
      return true;
    }
    const isHandled = perform(event);
    if (isHandled) {
      event.preventDefault();
    }
    return isHandled;
  };
}
