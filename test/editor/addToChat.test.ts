import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { text } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { startedPage } from '../support/startedPage';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
const path = (name: string) => join(window.tandem.workspace, name);

beforeAll(async () => {
  window = await ChatWindow.open({ cli: 'stand-in', builtIns: 'all' });
  await mkdir(path('my folder'), { recursive: true });
  for (const name of ['plain.ts', 'with space.ts', 'my folder/deep.ts']) {
    await writeFile(path(name), 'one\ntwo\nthree\n');
  }
  await writeFile(path('.env'), 'TOKEN=hush-hush\n');
  const cell = { cell_type: 'code', source: ['print("cell")'], metadata: {}, outputs: [] };
  const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
  await writeFile(path('n.ipynb'), JSON.stringify(notebook));
}, 180_000);

afterAll(() => window?.close());

describeFailures(() => window);

beforeEach(async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.chat.open');
  await window.startNew();
});

/** Opens a file and selects whole lines, 0-based. */
async function select(name: string, first: number, last: number): Promise<void> {
  await window.driver.evaluate(
    async (vscode, file, start, end) => {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
      const { range } = editor.document.lineAt(end);
      editor.selection = new vscode.Selection(new vscode.Position(start, 0), range.end);
    },
    path(name),
    first,
    last,
  );
}

/** Text of the message box, in which mentions stand as their tokens. */
const typed = () => messageText(window.chat.message);

/** Sends what is in the message box, and returns the request that the model gets. */
async function sent(words: string): Promise<string> {
  window.api.onPrompt(words, [text(`Heard: ${words}.`)]);
  await window.chat.message.focus();
  await window.workbench.page.keyboard.press('Control+End');
  await window.workbench.page.keyboard.type(words);
  await window.workbench.page.keyboard.press('Enter');
  await window.chat.text(`Heard: ${words}.`).waitFor();
  return JSON.stringify(window.api.mainRequests(words).at(-1)?.messages.at(-1));
}

test('a message takes along what the chip shows, and nothing of a secret file', async () => {
  await select('plain.ts', 1, 2);
  await window.chat.button('Selection plain.ts, lines 2–3').waitFor();
  const told = await sent('about the lines');
  expect(told).toContain('Selection in plain.ts, lines 2–3');
  expect(told).toContain('two\\nthree');
  await select('plain.ts', 0, 0);
  await window.chat.button('Selection plain.ts, line 1').waitFor();
  await window.chat.button('Remove plain.ts').click();
  expect(await sent('about nothing')).not.toContain('Selection in');
  await select('.env', 0, 0);
  await window.chat.frame.getByText('.env is not shared').waitFor();
  const withheld = await sent('about secrets');
  expect(withheld).not.toContain('hush-hush');
  expect(withheld).not.toContain('.env');
});

test('a new document is no longer taken along once a question has closed it', async () => {
  const { workbench } = window;
  await window.run('workbench.action.files.newUntitledFile');
  await workbench.page.keyboard.type('some text');
  await window.run('tandem.chat.openInTab');
  const chat = new Chat(workbench.chatTab());
  await chat.phase('idle');
  // No chat is visible while the document is shown for the question.
  await window.run('workbench.view.explorer');
  const closed = window.run('workbench.action.closeOtherEditors');
  await workbench.answerDialog('Do you want to save the changes', "Don't Save");
  await closed;
  await chat.phase('idle');
  await expect.poll(() => chat.button(/Untitled-1/).count(), patience).toBe(0);
});

test('files, folders, changes, commits, tests and problems become mentions', async () => {
  await select('plain.ts', 1, 2);
  await window.run('tandem.context.addSelection');
  await expect.poll(typed, patience).toBe('@plain.ts#2-3 ');
  const hash = '0123456789abcdef0123456789abcdef01234567';
  await window.driver.evaluate(
    async (vscode, root, commit) => {
      const uri = (name: string) => vscode.Uri.joinPath(vscode.Uri.file(root), name);
      const run = (name: string, ...args: unknown[]) =>
        vscode.commands.executeCommand(`tandem.context.${name}`, ...args);
      const [plain, spaced, folder] = ['plain.ts', 'with space.ts', 'my folder'].map(uri);
      await run('addFiles', spaced, [spaced, folder]);
      await run('addFiles', plain, { groupId: 0, editorIndex: 0 });
      const [changed, staged] = [2, 1].map(resourceGroupType => ({
        ...{ resourceUri: plain, resourceGroupType },
      }));
      await run('addChanges', changed, staged);
      await run('addChangeGroup', { id: 'index', label: 'Staged Changes', resourceStates: [] });
      const item = { ref: commit, message: 'Mend it', contextValue: 'git:file:commit' };
      await run('addCommit', item, plain, 'git-history');
      const tests = vscode.tests.createTestController('context', 'Context');
      const one = tests.createTestItem('adds', 'adds', plain);
      one.range = new vscode.Range(0, 0, 1, 3);
      await run('addTest', one);
      tests.dispose();
      const problems = vscode.languages.createDiagnosticCollection('context');
      if (plain) {
        const range = new vscode.Range(2, 0, 2, 5);
        problems.set(plain, [new vscode.Diagnostic(range, 'No such word')]);
        const actions = await vscode.commands.executeCommand<
          { title: string; command?: { command: string; arguments?: unknown[] } }[]
        >('vscode.executeCodeActionProvider', plain, range);
        const action = actions.find(({ title }) => title === 'Add to Tandem Chat');
        const { command = '', arguments: given = [] } = action?.command ?? {};
        await vscode.commands.executeCommand(command, ...given);
      }
      problems.dispose();
    },
    window.tandem.workspace,
    hash,
  );
  const tokens = [
    ...['@plain.ts#2-3', '@"with space.ts"', '@"my folder/"', '@plain.ts', '@changes:plain.ts'],
    ...['@staged:plain.ts', '@staged', '@commit:01234567', '@plain.ts#1-2'],
    '@problems:plain.ts#3',
  ];
  await expect.poll(typed, patience).toBe(`${tokens.join(' ')} `);
  const targets = ['"kind":"folder"', `"hash":"${hash}"`, '"isStaged":true', '"kind":"problems"'];
  await expect.poll(() => window.recordsHold(...targets), patience).toBe(true);
});

testInFull('texts of terminals, tests, cells and variables are attached', async () => {
  await window.driver.evaluate(async (vscode, notebookPath) => {
    const run = (name: string, ...args: unknown[]) =>
      vscode.commands.executeCommand(`tandem.context.${name}`, ...args);
    const label = { id: 'adds', label: 'adds' };
    await run('addTestMessage', { test: label, message: new vscode.TestMessage('one is not two') });
    const variable = { name: 'total', value: '42', type: 'number', variablesReference: 0 };
    await run('addVariable', { sessionId: 'none', container: { name: 'Local' }, variable });
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(notebookPath));
    await vscode.window.showNotebookDocument(notebook);
    await run('addCell', notebook.cellAt(0));
    const untitled = await vscode.workspace.openTextDocument({ content: 'not saved anywhere' });
    await vscode.window.showTextDocument(untitled);
    await run('addSelection');
  }, path('n.ipynb'));
  const words = ['one is not two', 'total: number = 42', 'cell', 'not saved anywhere'];
  await expect.poll(() => window.recordsHold(...words), patience).toBe(true);
  const told = await sent('about all of it');
  for (const word of words) expect(told).toContain(word);
  // Closing it otherwise asks whether to save it.
  await window.run('workbench.action.revertAndCloseActiveEditor');
});

testInFull('the selection of a terminal is attached, and the clipboard stays', async () => {
  await window.driver.evaluate(async (vscode, cwd) => {
    await vscode.env.clipboard.writeText('mine');
    vscode.window
      .createTerminal({
        ...{ name: 'Copied', cwd, shellPath: '/bin/sh' },
        shellArgs: ['-c', 'echo "from the terminal"; exec sleep 1000'],
      })
      .show();
  }, window.tandem.workspace);
  const rows = window.workbench.page.locator('.xterm-rows').first();
  await rows.waitFor();
  const added = async () => {
    await window.run('workbench.action.terminal.selectAll');
    await window.run('tandem.context.addTerminal');
    return window.recordsHold('from the terminal', '"origin":"terminal"');
  };
  await expect.poll(added, { ...patience, interval: 500 }).toBe(true);
  const clipboard = () => window.driver.evaluate(vscode => vscode.env.clipboard.readText());
  expect(await clipboard()).toBe('mine');
});

test('an unknown shape gives a message, and the draft stays', async () => {
  await window.chat.message.fill('precious');
  await window.run('tandem.context.addCommit', { strange: true });
  await window.dismissMessage('This entry of the timeline is not a commit.');
  await window.run('tandem.context.addVariable', 'text');
  await window.dismissMessage('This cannot be added to the chat from here.');
  expect(await typed()).toBe('precious');
});

test('keys mention the selection, and go to the message box', async () => {
  const { page } = window.workbench;
  const hasFocus = () => window.chat.message.evaluate(() => document.hasFocus());
  await select('plain.ts', 0, 1);
  await page.keyboard.press('Control+Alt+k');
  await expect.poll(typed, patience).toBe('@plain.ts#1-2 ');
  // The focus comes after the text, and must not come after the next key.
  await expect.poll(hasFocus, patience).toBe(true);
  await select('plain.ts', 0, 1);
  await page.keyboard.press('Control+Alt+y');
  await expect.poll(hasFocus, patience).toBe(true);
  await page.keyboard.type('typed in the chat');
  await expect.poll(typed, patience).toContain('typed in the chat');
});

const isFocused = (element: Element) => element === document.activeElement && document.hasFocus();

testInFull('Ctrl+F finds a text of the conversation in a tab', async () => {
  const { page } = window.workbench;
  await sent('where is the lease');
  await window.run('tandem.chat.openInTab');
  const tab = window.workbench.chatTab();
  await tab.locator(startedPage).getByRole('textbox', { name: 'Message' }).click();
  await page.keyboard.press('Control+f');
  const box = tab.getByRole('search').getByRole('textbox', { name: 'Find' });
  await expect.poll(() => box.evaluate(isFocused), patience).toBe(true);
});

testInFull('keys of the chat work in the side bar: stash, and a new conversation', async () => {
  const { page } = window.workbench;
  await window.chat.message.click();
  await page.keyboard.type('for later');
  await page.keyboard.press('Control+Alt+s');
  await expect.poll(typed, patience).toBe('');
  await page.keyboard.press('Control+Alt+s');
  await expect.poll(typed, patience).toBe('for later');
  await sent('please');
  await page.keyboard.press('Control+Alt+n');
  await window.chat.text('Heard: please.').waitFor({ state: 'detached' });
});

testInFull('a file that is opened from a chat in a tab does not cover the chat', async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.chat.openInTab');
  const tab = window.workbench.chatTab();
  const box = tab.locator(startedPage).getByRole('textbox', { name: 'Message' });
  await box.waitFor();
  window.api.onPrompt('name the file', [text('See [plain.ts](plain.ts).')]);
  await box.fill('name the file');
  await box.press('Enter');
  await tab.getByRole('log').getByText('plain.ts', { exact: true }).last().click();
  const columns = () =>
    window.driver.evaluate(vscode =>
      vscode.window.tabGroups.all.map(group => group.activeTab?.label ?? ''),
    );
  await expect.poll(columns, patience).toEqual([expect.any(String), 'plain.ts']);
});
