import { expect, it } from 'vitest';
import { createStore } from '../../../../webview/store/store';

it('notifies listeners of changes, but not of the same value', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const end = store.subscribe(() => seen.push(store.get()));
  store.set(1);
  store.set(2);
  store.update(value => value + 1);
  end();
  store.set(9);
  expect(seen).toEqual([2, 3]);
});
