/** Shortest time to read a card, in ms. An earlier click was meant for something else. */
export const readingTime = 400;

// Times of events that move a card under the pointer or keys of a busy user.
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

/** Records an answer: the next card slides into the same place. */
export function noteAnswer(): void {
  answeredAt = performance.now();
  notify();
}

/**
 * Returns false just after the window gained focus or a card moved: a digit may be meant for
 * another window. Clicks ignore the focus, because the deciding click itself may bring it.
 */
export function areKeysArmed(): boolean {
  return performance.now() - Math.max(focusedAt, lastMoveAt()) >= readingTime;
}

/** Time of the last event that moved cards, or `-Infinity`. */
export function lastMoveAt(): number {
  return Math.max(answeredAt, shownAt);
}

/** @returns a function that ends the subscription */
export function onMove(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function notify(): void {
  for (const listener of listeners) {
    listener();
  }
}
