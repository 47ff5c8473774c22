import { afterAll, beforeEach, expect, it, vi } from 'vitest';

interface FakeEditor {
  readonly document: { readonly uri: { readonly scheme: string }; version: number };
  readonly selections: readonly string[];
  readonly viewColumn: number;
  edit(fill: (edit: { replace(selection: string, text: string): void }) => void): Promise<boolean>;
}

/** Editors, terminals and messages as far as they matter here. */
const editor = vi.hoisted(() => {
  const window = {
    activeTextEditor: undefined as FakeEditor | undefined,
    visibleTextEditors: [] as FakeEditor[],
    terminals: [] as unknown[],
    showTextDocument: async () => undefined,
    createTerminal: ({ cwd }: { cwd: string }) => {
      const terminal = {
        show: () => undefined,
        sendText: (text: string, executes: boolean) => void sent.push([cwd, text, executes]),
      };
      window.terminals.push(terminal);
      return terminal;
    },
    showWarningMessage: async (_text: string, { detail }: { detail: string }, run: string) => {
      asked.push(detail);
      return says.run ? run : undefined;
    },
  };
  const sent: [cwd: string, text: string, executes: boolean][] = [];
  const asked: string[] = [];
  const says = { run: true };
  return { window, sent, asked, says };
});

vi.mock('vscode', () => ({
  l10n: { t: (text: string, ...values: unknown[]) => text.replace('{0}', String(values[0])) },
  window: editor.window,
  TreeItemCollapsibleState: {},
  ProgressLocation: {},
}));

// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { insertCode, runCode } = await import('../../../../src/host/chat/codeActions');
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

beforeEach(() => {
  editor.window.activeTextEditor = undefined;
  editor.window.visibleTextEditors = [];
  editor.window.terminals = [];
  editor.sent.length = 0;
  editor.asked.length = 0;
  editor.says.run = true;
});

/** @param kind "readOnly": VS Code leaves it as it is and reports success; "closed": it refuses */
function editorOf(scheme: string, kind?: 'readOnly' | 'closed') {
  const written: string[] = [];
  const document = { uri: { scheme }, version: 1 };
  const fake: FakeEditor = {
    ...{ document, selections: ['first', 'second'], viewColumn: 1 },
    async edit(fill) {
      const edits: string[] = [];
      fill({ replace: (selection, text) => void edits.push(`${selection}: ${text}`) });
      if (kind === undefined) {
        written.push(...edits);
        document.version += 1;
      }
      return kind !== 'closed';
    },
  };
  return { fake, written };
}

it('writes code over all selections of the editor in front', async () => {
  const { fake, written } = editorOf('memfs');
  editor.window.activeTextEditor = fake;
  await insertCode('a();');
  expect(written).toEqual(['first: a();', 'second: a();']);
});

it.each(['file', 'untitled', 'vscode-notebook-cell'])(
  'writes code into a document in view (%s), but not into the output',
  async scheme => {
    const [output, { fake, written }] = [editorOf('output'), editorOf(scheme)];
    editor.window.activeTextEditor = output.fake;
    editor.window.visibleTextEditors = [output.fake, fake];
    await insertCode('a();');
    expect(written).toHaveLength(2);
    expect(output.written).toEqual([]);
  },
);

it('says so if no editor is open', async () => {
  editor.window.visibleTextEditors = [editorOf('output').fake];
  await expect(insertCode('a();')).rejects.toMatchObject({ code: 'edit.noEditor' });
});

it.each(['readOnly', 'closed'] as const)('says so if the editor takes nothing: %s', async kind => {
  editor.window.activeTextEditor = editorOf('file', kind).fake;
  await expect(insertCode('a();')).rejects.toMatchObject({ code: 'edit.readOnly' });
});

it('lets one line wait in a terminal of the folder, which is used again', async () => {
  await runCode({ cwd: '/one' }, 'npm test\n');
  await runCode({ cwd: '/one' }, 'npm start');
  expect(editor.sent).toEqual([
    ['/one', 'npm test', false],
    ['/one', 'npm start', false],
  ]);
  expect(editor.window.terminals).toHaveLength(1);
});

it('runs several lines after a question that shows them', async () => {
  editor.says.run = false;
  await runCode({ cwd: '/two' }, 'cd a\nls');
  expect(editor.sent).toEqual([]);
  editor.says.run = true;
  await runCode({ cwd: '/two' }, 'cd a\nls');
  expect(editor.asked).toEqual(['cd a\nls', 'cd a\nls']);
  expect(editor.sent).toEqual([['/two', 'cd a\nls', true]]);
});

it('sends nothing that acts like a key: no tabs, which complete words, and no controls', async () => {
  await runCode({ cwd: '/three' }, 'if a; then\r\n\t\techo "\u0003\u001b[A\u202eb"\nfi');
  expect(editor.sent).toEqual([['/three', 'if a; then\n        echo "[Ab"\nfi', true]]);
  expect(editor.asked).toEqual(['if a; then\n        echo "[Ab"\nfi']);
});
