import { useLayoutEffect } from 'preact/hooks';
import { useActions, usePageStore } from '../store/pageContext';

/** @returns true for Ctrl or Cmd with this arrow alone */
function isArrow(event: KeyboardEvent, key: 'ArrowUp' | 'ArrowDown'): boolean {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  return event.key === key && ctrlKey !== metaKey && !shiftKey && !altKey;
}

/**
 * Ctrl+Up (Cmd+Up) leads from the message box to the request that waits, else to the conversation;
 * Ctrl+Down leads back. Shift+Tab cannot, because it switches the mode.
 * @param focus moves the focus to the message box
 * @returns handler for keys of the message box; true if the focus has moved
 */
export function useFocusKeys(
  focus: () => void,
  isAtStart: () => boolean,
): (event: KeyboardEvent) => boolean {
  const { reveal } = useActions();
  const store = usePageStore();
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { target } = event;
      const isInside = target instanceof HTMLElement && target.closest('.transcript') !== null;
      const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (isArrow(event, 'ArrowDown') && isInside && !isField && !event.defaultPrevented) {
        event.preventDefault();
        focus();
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  return event => {
    // On a Mac the key goes to the start of the text first.
    if (!isArrow(event, 'ArrowUp') || (event.metaKey && !isAtStart())) {
      return false;
    }
    const [first] = store.get().conversation.summary.waiting;
    if (first) {
      reveal(first.id);
    } else {
      document.querySelector<HTMLElement>('.scroller')?.focus();
    }
    return true;
  };
}
