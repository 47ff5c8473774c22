import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePageStore } from '../store/pageContext';

/** Milliseconds in which a press of the pointer is heard that brought the focus. */
const pressTime = 30;
/** Milliseconds after which the user has gone on to something else. */
const patience = 5_000;

/**
 * Passes the focus on to the message box when it comes to the page and nothing there has it: after a
 * click on the view's icon, VS Code gives it to the page only. A card that waits keeps its digits,
 * and a click or a selection in the conversation is left as it is.
 * @returns function for requests of the host. The user may be elsewhere by the time that they are
 *   heard, so that the focus is not taken but awaited: VS Code gives it to a view that it shows.
 */
export function useArrivingFocus(focus: () => void): () => void {
  const store = usePageStore();
  const wantedAt = useRef<number>(undefined);
  useLayoutEffect(() => {
    let isPressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ending = new AbortController();
    const { signal } = ending;
    const hear = (type: string, pressed: boolean) =>
      window.addEventListener(type, () => (isPressed = pressed), { signal, capture: true });
    hear('pointerdown', true);
    hear('pointerup', false);
    hear('pointercancel', false);
    const take = () => {
      const isWanted =
        performance.now() - (wantedAt.current ?? Number.NEGATIVE_INFINITY) < patience;
      wantedAt.current = undefined;
      const waits = store.get().conversation.summary.waiting.length > 0;
      if (document.hasFocus() && !isPressed && (isWanted || (isNowhere() && !waits))) {
        focus();
      }
    };
    const arrive = () => {
      clearTimeout(timer);
      timer = setTimeout(take, pressTime);
    };
    window.addEventListener('focus', arrive, { signal });
    take();
    return () => {
      ending.abort();
      clearTimeout(timer);
    };
  }, [store]);
  return () => {
    if (document.hasFocus()) {
      focus();
    } else {
      wantedAt.current = performance.now();
    }
  };
}

function isNowhere(): boolean {
  const { activeElement } = document;
  const isSomewhere = activeElement !== null && activeElement !== document.body;
  return !isSomewhere && getSelection()?.type !== 'Range';
}
