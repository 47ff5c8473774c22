import { afterAll, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { FakeClock } from '../../node/fakeClock';

/** Documents of the editor, and the warnings that it has shown. */
const textDocuments: object[] = [];
const warnings: string[] = [];
const uriOf = (path: string) => ({ fsPath: path, toString: () => `file://${path}` });

vi.doMock('vscode', () => ({
  l10n: { t: (text: string, name: string) => text.replace('{0}', name) },
  ProgressLocation: {},
  Uri: { file: uriOf },
  window: { showWarningMessage: async (text: string) => void warnings.push(text) },
  workspace: { textDocuments, notebookDocuments: [], workspaceFolders: [] },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { TerminalDiffs } = await import('../../../../src/host/terminalBridge/terminalDiffs');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

/** Shows an edit of a file until the terminal takes it back. */
async function shown(path: string): Promise<void> {
  const call = new AbortController();
  const done = async () => undefined;
  const proposalEditors = { add: () => undefined, show: done, remove: done } as never;
  const opening = () => 'beside' as const;
  const diffs = new TerminalDiffs({
    ...{ proposalEditors, opening, clock: new FakeClock(), log: silentLog },
  });
  const request = { path, contents: 'new', tabName: 't', connection: {} as never };
  const ended = diffs.open(request, call.signal);
  setImmediate(() => call.abort());
  await expect(ended).rejects.toMatchObject({ code: 'ide.withdrawn' });
}

it('warns of text that an editor has not saved, which the agent does not know', async () => {
  const document = { uri: uriOf('/w/unsaved.txt'), isClosed: false, isDirty: true };
  textDocuments.push(document, { ...document, uri: uriOf('/w/saved.txt'), isDirty: false });
  await shown('/w/saved.txt');
  expect(warnings).toEqual([]);
  await shown('/w/unsaved.txt');
  expect(warnings).toEqual([expect.stringMatching(/^unsaved\.txt has unsaved text/)]);
});
