import { useEffect, useState } from 'preact/hooks';

/** Milliseconds for which a change is pointed out. */
const flashMs = 1_600;

/** @returns true for a moment after the value has changed, so that no change goes unnoticed */
export function useFlash(value: string): boolean {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === settled) {
      return undefined;
    }
    const timer = setTimeout(() => setSettled(value), flashMs);
    return () => clearTimeout(timer);
  }, [value, settled]);
  return value !== settled;
}
