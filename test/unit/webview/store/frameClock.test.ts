import { afterEach, expect, it, vi } from 'vitest';
import { createFrameClock } from '../../../../webview/store/frameClock';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function microtasks() {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

/** A page whose frames begin on request, and tasks that take so many milliseconds to render. */
function setUp(isHidden = false) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let time = 0;
  let frames: (() => void)[] = [];
  vi.stubGlobal('document', { hidden: isHidden });
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  const schedule = createFrameClock(() => time);
  const done: string[] = [];
  return {
    done,
    /** Resolves when everything has rendered that will without another frame. */
    async ask(name: string, ms: number) {
      schedule(() => {
        done.push(name);
        queueMicrotask(() => {
          time += ms;
        });
      });
      await microtasks();
    },
    async frame() {
      const now = frames;
      frames = [];
      for (const task of now) task();
      await microtasks();
    },
  };
}

it('runs tasks at once until those of a frame have taken long, the rest with the next frames', async () => {
  const { done, ask, frame } = setUp();
  await ask('a', 2);
  await ask('b', 3);
  expect(done).toEqual(['a', 'b']);
  await ask('c', 5);
  expect(done).toEqual(['a', 'b']);
  await frame();
  expect(done).toEqual(['a', 'b', 'c']);
  // The task that has waited counts in the frame with which it ran.
  await ask('d', 1);
  expect(done).toHaveLength(3);
  await frame();
  await ask('e', 1);
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('runs a task in a hidden page, which has no frames, after a quarter of a second', async () => {
  const { done, ask } = setUp(true);
  await ask('a', 1);
  vi.advanceTimersByTime(249);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(['a']);
});

it('does not wait longer than that for a frame, for example when the page is hidden meanwhile', async () => {
  const { done, ask } = setUp();
  await ask('a', 5);
  await ask('b', 1);
  vi.advanceTimersByTime(250);
  await microtasks();
  expect(done).toEqual(['a', 'b']);
});
