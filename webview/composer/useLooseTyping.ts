import { useLayoutEffect } from 'preact/hooks';
import { usePageStore } from '../store/pageContext';
import { isComposing } from '../ui/isComposing';

/**
 * Moves the focus to the message box when the user types while nothing has it: right after a command
 * that shows the chat, the request for the focus may still be on its way, and no key may be lost.
 */
export function useLooseTyping(focus: () => void): void {
  const store = usePageStore();
  // Together with the drawing, or a key in between would be lost.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { waiting } = store.get().conversation.summary;
      // A waiting card answers to digits.
      const isForCard = waiting.length > 0 && /^\d$/.test(event.key);
      if (isText(event) && isLoose(event.target) && !event.defaultPrevented && !isForCard) {
        focus();
      }
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [store]);
}

/** A space scrolls a page without focus. */
function isText(event: KeyboardEvent): boolean {
  const isGraphic = [...event.key].length === 1 && event.key !== ' ';
  const { ctrlKey, metaKey, altKey } = event;
  const isChord = (ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph');
  return isGraphic && !isChord && !isComposing(event);
}

function isLoose(target: EventTarget | null): boolean {
  return target === document.body || target === document.documentElement;
}
