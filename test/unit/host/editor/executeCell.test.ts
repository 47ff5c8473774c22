import { afterAll, expect, it, vi } from 'vitest';
import { FakeClock } from '../../node/fakeClock';

/** Commands of the editor, with the cell that each is about. */
const run: [string, unknown][] = [];

vi.doMock('vscode', () => ({
  workspace: { onDidChangeNotebookDocument: () => ({ dispose: () => undefined }) },
  commands: {
    executeCommand: async (command: string, request: unknown) => void run.push([command, request]),
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { executeCell } = await import('../../../../src/host/editor/executeCell');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it('interrupts the cell once nobody waits for it any more', async () => {
  const clock = new FakeClock();
  const call = new AbortController();
  const cell = { index: 2, notebook: { uri: 'work.ipynb' }, outputs: [] };
  const { signal } = call;
  const end = executeCell(cell as never, { signal, clock });
  await expect.poll(() => clock.waiting).toHaveLength(1);
  call.abort();
  expect(await end).toBe('aborted');
  const request = { ranges: [{ start: 2, end: 3 }], document: 'work.ipynb' };
  expect(run).toEqual([
    ['notebook.cell.execute', request],
    ['notebook.cell.cancelExecution', request],
  ]);
  expect(clock.waiting).toEqual([]);
});
