import { useEffect, useState } from 'preact/hooks';

/** Nobody reads a card and decides within this time: such a click was meant for something else. */
const readingTime = 400;

// What moves a card under the pointer or the keys of a user who is doing something else.
let answeredAt = Number.NEGATIVE_INFINITY;
let shownAt = Number.NEGATIVE_INFINITY;
let focusedAt = Number.NEGATIVE_INFINITY;
const listeners = new Set<() => void>();

if (typeof window !== 'undefined') {
  window.addEventListener('focus', () => {
    focusedAt = performance.now();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      shownAt = performance.now();
      notify();
    }
  });
}

/** Called when a card was answered: the next one slides to where it was. */
export function noteAnswer(): void {
  answeredAt = performance.now();
  notify();
}

/**
 * A digit may have been typed for another window until just now. A click is not held to that:
 * the very click that decides brings the focus when it was in the editor.
 */
export function areKeysArmed(): boolean {
  return performance.now() - Math.max(focusedAt, answeredAt, shownAt) >= readingTime;
}

/** False just after the card has appeared or moved; buttons then do nothing. */
export function useArmed(): boolean {
  const [since, setSince] = useState(() => performance.now());
  const [isArmed, setArmed] = useState(false);
  useEffect(() => {
    const disturb = () => {
      setArmed(false);
      setSince(Math.max(answeredAt, shownAt));
    };
    listeners.add(disturb);
    return () => {
      listeners.delete(disturb);
    };
  }, []);
  useEffect(() => {
    const timer = setTimeout(
      () => setArmed(true),
      Math.max(0, since + readingTime - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [since]);
  return isArmed;
}

function notify(): void {
  for (const listener of listeners) {
    listener();
  }
}
