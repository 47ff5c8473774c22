import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';

export interface QuietOptions {
  /** Milliseconds without an event after which nothing more is expected. */
  readonly quiet: number;
  /** Milliseconds after which it is over in any case. */
  readonly limit: number;
  /** The first event has come before. */
  readonly hasBegun: boolean;
  readonly clock: Clock;
}

/** Resolves when an event has come and no other has followed for a while, or at the limit. */
export function quietAfterEvents(
  subscribe: (listener: () => void) => Disposable,
  { quiet, limit, hasBegun, clock }: QuietOptions,
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
