import { useLayoutEffect, useState } from 'preact/hooks';
import { promptGuard, readingTime } from './promptGuard';

/**
 * @param isOpen false once nothing can be answered any more
 * @returns false just after the card has appeared or moved; buttons then do nothing
 */
export function useArmed(isOpen = true): boolean {
  const [isArmed, setArmed] = useState(false);
  useLayoutEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    const shownAt = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = () => {
      clearTimeout(timer);
      // Read anew each time: buttons must not look ready before the keys are.
      const left = Math.max(shownAt, promptGuard.lastMoveAt) + readingTime - performance.now();
      setArmed(left <= 0);
      if (left > 0) {
        timer = setTimeout(arm, Math.ceil(left));
      }
    };
    arm();
    const stop = promptGuard.onMove(arm);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [isOpen]);
  return isArmed;
}
