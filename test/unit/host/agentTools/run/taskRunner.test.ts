import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { OfferedTask } from '../../../../../src/host/agentTools/run/taskRunner';
import { FakeClock } from '../../../node/fakeClock';

interface Execution {
  readonly task: object;
  terminate(): void;
}

/** Tasks that run in the editor. */
const running: Execution[] = [];
const terminated: object[] = [];
const silent = () => ({ dispose: () => undefined });

vi.doMock('vscode', () => ({
  languages: { getDiagnostics: () => [], onDidChangeDiagnostics: silent },
  tasks: {
    taskExecutions: running,
    onDidEndTask: silent,
    onDidEndTaskProcess: silent,
    executeTask: async (task: object) => {
      const execution = { task, terminate: () => void terminated.push(task) };
      running.push(execution);
      return execution;
    },
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { TaskRunner } = await import('../../../../../src/host/agentTools/run/taskRunner');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});
beforeEach(() => {
  running.length = 0;
  terminated.length = 0;
});

/** Starts a task that does not end, with a second to wait for it. */
function serve(clock: FakeClock, signal: AbortSignal) {
  const log = { settled: async () => undefined, commands: () => [] };
  const task = { name: 'serve', source: 'Workspace', scope: 1 };
  const offered = { ...task, task } as unknown as OfferedTask;
  return new TaskRunner(log as never, clock).run(offered, 1_000, signal, path => path);
}

/** Lets the time pass that is waited for, first for the task and then for its problems. */
async function pass(clock: FakeClock): Promise<void> {
  await expect.poll(() => clock.waiting.length).toBeGreaterThan(0);
  clock.advance(1_000);
}

it('a task that does not end in time goes on, and is waited for again', async () => {
  const clock = new FakeClock();
  const { signal } = new AbortController();
  for (const wasRunning of [false, true]) {
    const end = serve(clock, signal);
    await pass(clock);
    await pass(clock);
    expect(await end).toMatchObject({ outcome: 'running', wasRunning });
  }
  expect([running.length, terminated.length]).toEqual([1, 0]);
});

it('a task ends with the call that waits for it', async () => {
  const clock = new FakeClock();
  const call = new AbortController();
  const end = serve(clock, call.signal);
  await expect.poll(() => running).toHaveLength(1);
  call.abort();
  await expect.poll(() => terminated).toHaveLength(1);
  await pass(clock);
  expect(await end).toMatchObject({ outcome: 'stopped' });
});
