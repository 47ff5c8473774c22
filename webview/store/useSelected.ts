import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Store } from './store';

/**
 * Returns part of the store and renders again only when that value changes. `select` must return
 * existing parts of the state, not new objects.
 */
export function useSelected<T, S>(store: Store<T>, select: (state: T) => S): S {
  const [, render] = useReducer<number, undefined>(count => count + 1, 0);
  const selected = select(store.get());
  const latest = useRef({ select, selected });
  latest.current = { select, selected };
  useLayoutEffect(() => {
    const check = () => {
      const { select: read, selected: shown } = latest.current;
      if (!Object.is(read(store.get()), shown)) {
        render(undefined);
      }
    };
    // The state may have changed between rendering and subscribing.
    check();
    return store.subscribe(check);
  }, [store]);
  return selected;
}
