import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';

export interface DebounceOptions {
  /** Milliseconds without an event after which no more are expected. */
  readonly quiet: number;
  /** Milliseconds after which the wait ends in any case. */
  readonly limit: number;
  /** True if the first event has already occurred. */
  readonly hasBegun: boolean;
  readonly clock: Clock;
}

/** Resolves when an event is followed by `quiet` ms without another one, or at the limit. */
export function debounceUntilIdle(
  subscribe: (listener: () => void) => Disposable,
  { quiet, limit, hasBegun, clock }: DebounceOptions,
): Promise<void> {
  const store = new DisposableStore();
  return new Promise<void>(resolve => {
    let silence: Disposable | undefined;
    const restart = () => {
      silence?.dispose();
      silence = store.add(clock.setTimeout(resolve, quiet));
    };
    store.add(clock.setTimeout(resolve, limit));
    store.add(subscribe(restart));
    if (hasBegun) {
      restart();
    }
  }).finally(() => store.dispose());
}
