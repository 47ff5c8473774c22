import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

/** State outside the component tree. Setting the same value again notifies no listeners. */
export interface Store<T> {
  get(): T;
  set(next: T): void;
  update(change: (state: T) => T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let state = initial;
  const listeners = new Set<() => void>();
  const set = (next: T) => {
    if (Object.is(next, state)) {
      return;
    }
    state = next;
    for (const listener of [...listeners]) {
      listener();
    }
  };
  return {
    get: () => state,
    set,
    update: change => set(change(state)),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

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
