import { afterAll, expect, it, vi } from 'vitest';

/** Commands of the editor that were run. */
const run: unknown[][] = [];

vi.doMock('vscode', () => ({
  commands: { executeCommand: async (...call: unknown[]) => void run.push(call) },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { HostActions } = await import('../../../src/host/hostActions');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('opens the setting that keeps Claude Code from being started', async () => {
  const actions = new HostActions({} as never, {} as never, {} as never);
  await actions.run('openWrapperSetting');
  expect(run).toEqual([['workbench.action.openSettings', 'tandem.cli.wrapper']]);
});
