import { useEffect, useState } from 'preact/hooks';
import { promptGuard, readingTime } from './promptGuard';

/** @returns false just after the card has appeared or moved; buttons then do nothing */
export function useArmed(): boolean {
  const [since, setSince] = useState(() => performance.now());
  const [isArmed, setArmed] = useState(false);
  useEffect(
    () =>
      promptGuard.onMove(() => {
        setArmed(false);
        setSince(promptGuard.lastMoveAt);
      }),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(
      () => setArmed(true),
      Math.max(0, since + readingTime - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [since]);
  return isArmed;
}
