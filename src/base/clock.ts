import type { Disposable } from './disposable';

/** Time as an interface, so that tests need not wait. Milliseconds. */
export interface Clock {
  now(): number;
  setTimeout(fire: () => void, delay: number): Disposable;
}
