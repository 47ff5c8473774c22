import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageText } from '../support/messageText';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const entry = 'Add to Tandem Chat';
let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({
    cli: 'stand-in',
    builtIns: 'all',
    prepare: async ({ workspace }) => {
      const path = (name: string) => join(workspace, name);
      await mkdir(path('lib'));
      await writeFile(path('lib/plain.ts'), 'one\ntwo\nthree\n');
      await writeFile(path('with space.ts'), 'one\n');
      const cell = { cell_type: 'code', source: ['print("cell")'], metadata: {}, outputs: [] };
      const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
      await writeFile(path('n.ipynb'), JSON.stringify(notebook));
      const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace });
      git('init', '-q', '-b', 'main');
      git('config', 'user.name', 'Ada');
      git('config', 'user.email', 'ada@example.com');
      git('add', '-A');
      git('commit', '-qm', 'Count to three');
      await writeFile(path('lib/plain.ts'), 'one\ntwo\nfour\n');
    },
  });
}, 180_000);

afterAll(() => window?.close());
describeFailures(() => window);

beforeEach(async () => {
  await window.run('tandem.chat.open');
  await window.startNew();
});

/** Text of the message box, in which mentions stand as their tokens. */
async function added(text: string): Promise<void> {
  await expect.poll(() => messageText(window.chat.message), patience).toBe(text);
}

const path = (name: string) => join(window.tandem.workspace, name);

async function openFile(name: string): Promise<void> {
  await window.driver.evaluate(async (vscode, file) => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file), { preview: false });
    editor.selection = new vscode.Selection(0, 0, 1, 3);
  }, path(name));
}

test('the explorer adds all selected files and folders', async () => {
  const { workbench } = window;
  await window.run('workbench.view.explorer');
  const row = (name: string) =>
    workbench.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  await row('with space.ts').click();
  await row('lib')
    .first()
    .click({ modifiers: ['ControlOrMeta'] });
  await workbench.pickFromContextMenu(row('with space.ts'), entry);
  await added('@"with space.ts" @lib/ ');
});

test('an editor adds its selection, and a tab its file', async () => {
  const { workbench } = window;
  await openFile('lib/plain.ts');
  await workbench.pickFromContextMenu(
    workbench.page.locator('.monaco-editor .view-line', { hasText: 'two' }).first(),
    entry,
  );
  await added('@lib/plain.ts#1-2 ');
  const tab = workbench.page.locator('.tab', { hasText: 'plain.ts' }).first();
  await workbench.pickFromContextMenu(tab, entry);
  await added('@lib/plain.ts#1-2 @lib/plain.ts ');
});

test('source control adds a change and all of them, and the timeline a commit', async () => {
  const { workbench } = window;
  await openFile('lib/plain.ts');
  await window.run('workbench.view.scm');
  const row = workbench.page.locator('.scm-view .monaco-list-row');
  await workbench.pickFromContextMenu(row.filter({ hasText: 'plain.ts' }).first(), entry);
  await added('@changes:lib/plain.ts ');
  await window.run('workbench.view.scm');
  const group = row.filter({ has: workbench.page.locator('.resource-group') });
  await workbench.pickFromContextMenu(group.first(), entry);
  await added('@changes:lib/plain.ts @changes ');
  await window.run('timeline.focus');
  const commit = workbench.page.locator('.timeline-tree-view .monaco-list-row', {
    hasText: 'Count to three',
  });
  await workbench.pickFromContextMenu(commit.first(), entry);
  await expect
    .poll(() => messageText(window.chat.message), patience)
    .toMatch(/^@changes:lib\/plain\.ts @changes @commit:[0-9a-f]{8} $/);
});

test('a test, its failure, a cell and a terminal are added', async () => {
  const { workbench, chat } = window;
  await window.driver.evaluate((vscode, file) => {
    const tests = vscode.tests.createTestController('menus', 'Menus');
    const one = tests.createTestItem('adds', 'adds one and one', vscode.Uri.file(file));
    one.range = new vscode.Range(0, 0, 1, 3);
    tests.items.add(one);
    tests.createRunProfile('Run', vscode.TestRunProfileKind.Run, request => {
      const run = tests.createTestRun(request);
      const messages = ['one and one is not three', 'nor four'].map(
        words => new vscode.TestMessage(words),
      );
      run.failed(one, messages);
      run.end();
    });
  }, path('lib/plain.ts'));
  await window.run('workbench.view.testing.focus');
  const rows = workbench.page.locator('.test-explorer .monaco-list-row');
  await workbench.pickFromContextMenu(rows.filter({ hasText: 'adds one' }).first(), entry);
  await added('@lib/plain.ts#1-2 ');
  await window.run('testing.runAll');
  await window.run('workbench.panel.testResults.view.focus');
  const failure = workbench.page
    .locator('.test-output-peek-tree .monaco-list-row')
    .filter({ hasText: 'one and one is not three' });
  await workbench.pickFromContextMenu(failure.first(), entry);
  await chat.frame.getByText('Message of adds one and one').waitFor();

  await window.driver.evaluate(async (vscode, file) => {
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    await vscode.window.showNotebookDocument(notebook);
  }, path('n.ipynb'));
  const cell = workbench.page.locator('.notebook-editor .code-cell-row').first();
  await cell.click();
  await cell.hover();
  const more = cell.locator('.cell-title-toolbar').getByRole('button', { name: /^More Actions/ });
  await more.click();
  await workbench.pickFromMenu(entry);
  await expect.poll(() => window.recordsHold('print(', '"origin":"notebook"'), patience).toBe(true);

  await window.driver.evaluate(vscode => {
    const shellArgs = ['-c', 'echo "from the terminal"; exec sleep 1000'];
    vscode.window.createTerminal({ name: 'said', shellPath: '/bin/sh', shellArgs }).show();
  });
  const terminal = workbench.page.locator('.terminal-wrapper.active');
  await terminal.locator('.xterm-rows').getByText('from the terminal').waitFor();
  await window.run('workbench.action.terminal.selectAll');
  await workbench.pickFromContextMenu(terminal, entry);
  await expect.poll(() => window.recordsHold('from the terminal'), patience).toBe(true);
});
