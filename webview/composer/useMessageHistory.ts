import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePageStore } from '../store/pageContext';
import { HistoryCursor } from './historyCursor';

interface MessageHistory {
  /**
   * Shows the sent message that an arrow key leads to.
   * @returns false if the key moves the caret only
   */
  walk(key: string, input: HTMLTextAreaElement): boolean;
  /** Starts again from the newest message. */
  reset(): void;
}

/** Walks through sent messages with the arrow keys, like a shell. */
export function useMessageHistory(
  inputRef: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
): MessageHistory {
  const store = usePageStore();
  const cursor = useRef(new HistoryCursor());
  const caretToStart = useRef(false);

  useLayoutEffect(() => {
    if (caretToStart.current) {
      caretToStart.current = false;
      inputRef.current?.setSelectionRange(0, 0);
    }
  });

  const recall = (recalled: string | undefined): boolean => {
    if (recalled === undefined) {
      return false;
    }
    caretToStart.current = true;
    onText(recalled);
    return true;
  };

  return {
    walk(key, { selectionStart, selectionEnd, value }) {
      if (selectionStart !== selectionEnd) {
        return false;
      }
      const { history } = store.get();
      if (key === 'ArrowUp' && selectionStart === 0) {
        return recall(cursor.current.older(history, value));
      }
      if (key === 'ArrowDown' && (selectionStart === 0 || selectionStart === value.length)) {
        return recall(cursor.current.newer(history, value));
      }
      return false;
    },
    reset: () => cursor.current.reset(),
  };
}
