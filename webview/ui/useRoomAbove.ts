import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Pixels that stay free between the top of the view and a list. */
const margin = 8;

/** Lets a list that opens upward be as high as there is room above its lower edge. */
export function useRoomAbove(list: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = list;
      const room = (current?.getBoundingClientRect().bottom ?? 0) - margin;
      current?.style.setProperty('--room', `${Math.max(0, Math.floor(room))}px`);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
}
