import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * Moves the focus to `heir` when a focused element is removed, instead of losing it to the body.
 * Does nothing while the focus is elsewhere in VS Code.
 */
export function useFocusHeir(
  element: RefObject<HTMLElement | null>,
  heir: (gone: HTMLElement) => HTMLElement | null | undefined,
): void {
  useLayoutEffect(() => {
    const { current } = element;
    return () => {
      if (current?.contains(document.activeElement) && document.hasFocus()) {
        heir(current)?.focus();
      }
    };
  }, []);
}
