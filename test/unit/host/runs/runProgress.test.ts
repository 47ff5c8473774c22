import { afterAll, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import type { Batch, RunState } from '../../../../src/core/runs/run';

/** Notification that is shown: what it says, the user's click on Cancel, and its end. */
interface Shown {
  readonly steps: string[];
  cancel(): void;
  isOver: boolean;
}
const shown: Shown[] = [];
/** Messages about the end, each with whether the notification of its batch was gone by then. */
const ends: [text: string, isAlone: boolean][] = [];

vi.doMock('vscode', () => ({
  l10n: { t: (text: string) => text },
  ProgressLocation: {},
  window: {
    withProgress: async (_: unknown, task: (...args: unknown[]) => Promise<void>) => {
      const one: Shown = { steps: [], cancel: () => undefined, isOver: false };
      shown.push(one);
      const report = ({ message }: { message: string }) => void one.steps.push(message);
      const onCancellationRequested = (listener: () => void) => {
        one.cancel = listener;
      };
      await task({ report }, { onCancellationRequested });
      one.isOver = true;
    },
    showWarningMessage: async (text: string) =>
      void ends.push([text, shown.every(({ isOver }) => isOver)]),
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { RunProgress } = await import('../../../../src/host/runs/runProgress');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

const batchOf = (...states: readonly RunState[]): Batch => ({
  ...{ id: 'b', startedAt: 0, atATime: 2, inWorktrees: false },
  prompt: { key: 'k', kind: 'typed', name: 'Add tests', text: 'Add tests' },
  runs: states.map((state, index) => ({
    ...{ id: `r${index}`, folder: '/w', state, target: { kind: 'file', path: `/w/${index}` } },
  })),
});

it('shows a batch while it goes on, then how it ended, and Cancel stops all of its runs', async () => {
  let batch = batchOf('running', 'queued');
  const stopped: unknown[] = [];
  const changed = new Emitter<void>();
  const ended = new Emitter<Batch>();
  const runs = {
    book: {
      batch: () => batch,
      get all() {
        return [batch];
      },
    },
    onChanged: changed.event,
    onEnded: ended.event,
    stop: (ids: readonly string[]) => void stopped.push(ids),
  };
  const progress = new RunProgress(runs as never, silentLog);
  changed.fire();
  changed.fire();
  const [only] = shown;
  expect(shown).toHaveLength(1);
  only?.cancel();
  expect(stopped).toEqual([['r0', 'r1']]);
  const before = only?.steps.length;
  expect(before).toBeGreaterThan(1);
  batch = batchOf('stopped', 'stopped');
  ended.fire(batch);
  changed.fire();
  await expect.poll(() => ends).toEqual([[expect.stringContaining('Add tests: '), true]]);
  expect(only?.steps).toHaveLength(before ?? 0);
  batch = batchOf('running', 'stopped');
  changed.fire();
  expect(shown).toHaveLength(2);
  batch = batchOf('stopped', 'stopped');
  changed.fire();
  ended.fire(batch);
  await expect.poll(() => ends.map(([, isAlone]) => isAlone)).toEqual([true, true]);
  progress.dispose();
});
