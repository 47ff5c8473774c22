import type { Disposable } from './disposable';

/** Time as a port, so that what waits can be tested without waiting. Milliseconds. */
export interface Clock {
  now(): number;
  setTimeout(fire: () => void, delay: number): Disposable;
}
