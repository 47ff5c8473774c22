import { afterAll, expect, it, vi } from 'vitest';

/** The user's click on Cancel. */
let cancel: () => void = () => undefined;
const token = {
  onCancellationRequested: (listener: () => void) => {
    cancel = listener;
    return { dispose: () => undefined };
  },
};
const progress = { report: () => undefined };

vi.doMock('vscode', () => ({
  ProgressLocation: {},
  window: {
    withProgress: (_: unknown, task: (...args: unknown[]) => unknown) => task(progress, token),
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { UserError } = await import('../../../../src/base/errors');
const { withRunProgress } = await import('../../../../src/host/headless/withRunProgress');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('has no result once the user has cancelled, however far the task was', async () => {
  expect(await withRunProgress('Reviewing', async () => 'found')).toBe('found');
  const late = withRunProgress('Reviewing', async () => {
    cancel();
    return 'found';
  });
  expect(await late).toBeUndefined();
  const stopped = withRunProgress('Reviewing', async ({ signal }) => {
    cancel();
    expect(signal.aborted).toBe(true);
    throw new UserError('run.stopped', 'Stopped.');
  });
  expect(await stopped).toBeUndefined();
});

it('fails with its own errors, also after the user has cancelled', async () => {
  const stop = new UserError('run.stopped', 'Stopped.');
  await expect(withRunProgress('Reviewing', () => Promise.reject(stop))).rejects.toBe(stop);
  const broken = new Error('No disk');
  const failing = withRunProgress('Reviewing', () => {
    cancel();
    return Promise.reject(broken);
  });
  await expect(failing).rejects.toBe(broken);
});
