import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';

/** Returns a promise's value, or `undefined` if the time limit (ms) comes first. */
export async function raceTimeout<T>(
  promise: Promise<T>,
  limit: number,
  clock: Clock,
): Promise<T | undefined> {
  let timer: Disposable | undefined;
  const late = new Promise<undefined>(resolve => {
    timer = clock.setTimeout(() => resolve(undefined), limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer?.dispose();
  }
}
