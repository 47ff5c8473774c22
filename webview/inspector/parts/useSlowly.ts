import { useEffect, useRef, useState } from 'preact/hooks';

/** Returns a number that follows another one, at most once in `pause` milliseconds. */
export function useSlowly(value: number, pause: number): number {
  const [shown, setShown] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    if (value === shown) {
      return undefined;
    }
    const wait = Math.max(0, last.current + pause - performance.now());
    const timer = setTimeout(() => {
      last.current = performance.now();
      setShown(value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, shown, pause]);
  return shown;
}
