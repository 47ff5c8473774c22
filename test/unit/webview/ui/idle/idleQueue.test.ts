import { afterEach, expect, test, vi } from 'vitest';
import { runWhenIdle } from '../../../../../webview/ui/idle/idleQueue';

afterEach(() => vi.unstubAllGlobals());

test('a task that fails is reported once, and the others go on', () => {
  const slices: (() => void)[] = [];
  const reported = vi.fn();
  vi.stubGlobal('requestIdleCallback', (slice: () => void) => slices.push(slice));
  vi.stubGlobal('reportError', reported);
  const error = new Error('cannot be drawn');
  runWhenIdle({
    next: () => {
      throw error;
    },
  });
  let steps = 0;
  runWhenIdle({ next: () => ++steps === 3 });
  for (let slice = slices.shift(); slice; slice = slices.shift()) {
    slice();
  }
  expect(steps).toBe(3);
  expect(reported).toHaveBeenCalledExactlyOnceWith(error);
});
