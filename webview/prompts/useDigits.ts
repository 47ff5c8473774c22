import { useLayoutEffect, useRef } from 'preact/hooks';
import { isComposing } from '../ui/isComposing';
import { takesText } from '../ui/takesText';
import { promptGuard } from './promptGuard';

/** Handles digit keys for the first waiting prompt, unless the focus is in a text field. */
export function useDigits(isActive: boolean, keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  // Together with the drawing: a key in between would go to the card that has just left.
  useLayoutEffect(() => {
    if (!isActive) {
      return undefined;
    }
    // The key may be meant for the card before this one, which was withdrawn in the meantime.
    promptGuard.noteMove();
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
      if (ctrlKey || metaKey || altKey || shiftKey || repeat || isComposing(event)) {
        return;
      }
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (
        act === undefined ||
        event.defaultPrevented ||
        takesText(event.target) ||
        !promptGuard.areKeysArmed()
      ) {
        return;
      }
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isActive]);
}
