import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/**
 * When the element goes and holds the focus, `heir` gives the one that takes it over: it must not
 * fall to the body. While the user is elsewhere in the editor nothing is focused.
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
