import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { packagedExtension } from '../support/editor/packagedExtension';
import { messageText } from '../support/messageText';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

// The window has two folders; the first is a git repository.
let window: ChatWindow;
let second: string;
let python: string;

function git(...args: string[]): string {
  const cwd = window.tandem.workspace;
  return execFileSync('git', args, { cwd, stdio: 'pipe' }).toString();
}

/** Writes an extension with the part of the Python extension's API that the wiki describes. */
async function pythonExtension(): Promise<string> {
  python = await realpath(await mkdtemp(join(tmpdir(), 'tandem-python-')));
  const manifest = { name: 'python', publisher: 'ms-python', version: '1.0.0', main: './main.js' };
  const engines = { vscode: '^1.90.0' };
  await writeFile(join(python, 'package.json'), JSON.stringify({ ...manifest, engines }));
  const getActiveEnvironmentPath = `() => ({ id: 'v', path: __dirname + '/venv/bin/python' })`;
  const environments = `{ getActiveEnvironmentPath: ${getActiveEnvironmentPath} }`;
  await writeFile(
    join(python, 'main.js'),
    `exports.activate = () => ({ environments: ${environments} });`,
  );
  await mkdir(join(python, 'venv/bin'), { recursive: true });
  await writeFile(join(python, 'venv/pyvenv.cfg'), '');
  return python;
}

beforeAll(async () => {
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    vsix: await packagedExtension(),
    cli: 'stand-in',
    roots: ['second'],
    others: [await pythonExtension()],
    settings: {
      'tandem.permissions.initialMode': 'acceptEdits',
      // The input box for a link stays open when the composer takes the focus for an earlier one.
      'workbench.quickOpen.closeOnFocusLost': false,
    },
    prepare: async ({ workspace }) => {
      const run = (...args: string[]) => execFileSync('git', args, { cwd: workspace });
      run('init', '-q', '-b', 'main');
      run('config', 'user.name', 'A');
      run('config', 'user.email', 'a@b.c');
      run('add', '-A');
      run('commit', '-qm', 'first');
    },
  });
  second = join(dirname(window.tandem.workspace), 'second');
  await window.chat.phase('idle');
});

afterAll(async () => {
  await window?.close();
  await rm(python, { recursive: true, force: true });
});
describeFailures(() => window);

/** Returns the text in the composer. */
const composed = () => messageText(window.chat.message);

/** Sends a message and returns the agent's working folder as reported to the model. */
async function folderOf(words: string): Promise<string | undefined> {
  const { api, chat } = window;
  api.onPrompt(words, [text(`Answer to ${words}.`)]);
  await chat.send(words);
  await chat.text(`Answer to ${words}.`).waitFor();
  await chat.phase('idle');
  return api.mainRequests(words).at(-1)?.cwd;
}

/** Returns the names of the stored sessions that contain these words. */
async function filesWith(words: string): Promise<string[]> {
  const sessions = Object.entries(await window.storedSessions());
  return sessions.flatMap(([name, lines]) => (JSON.stringify(lines).includes(words) ? name : []));
}

describe('a workspace with several folders', () => {
  test('a new conversation shows its folder and moves to another one with its draft', async () => {
    const { chat, workbench } = window;
    await chat.button('Folder: todo-cli').waitFor();
    await chat.message.fill('asked where');
    await chat.button('Folder: todo-cli').click();
    await workbench.quickInput.pick('second');
    await chat.button('Folder: second').waitFor();
    await expect.poll(composed, patience).toBe('asked where');
    await chat.phase('idle');
    expect(await folderOf('asked where')).toBe(second);
  });

  test('the folder is fixed after the first message, but more folders can be added', async () => {
    const { chat, workbench, api } = window;
    const { workspace } = window.tandem;
    await chat.button('Folder: second').click();
    await workbench.quickInput.widget.getByText('Additional Folders Beside').waitFor();
    await workbench.quickInput.dismiss();
    await window.run('tandem.chat.addFolder', workspace);
    await chat.status.getByText('restarts before the next message').waitFor();
    expect(await folderOf('with more')).toBe(second);
    const told = JSON.stringify(api.mainRequests('with more').at(-1));
    expect(told).toContain(workspace);
    expect(told).toContain('Answer to asked where.');
  });

  test('other folders of the workspace can be added before, and the next one has them too', async () => {
    const { chat, workbench, tandem } = window;
    const { quickInput } = workbench;
    await window.run('tandem.chat.newInFolder', tandem.workspace);
    await chat.button('Folder: todo-cli').click();
    await quickInput.pick('Add second');
    await quickInput.row('Remove second').waitFor();
    expect(await quickInput.labels()).toEqual([
      'todo-cli',
      'second',
      'Remove second',
      'Add Another Folder…',
    ]);
    await quickInput.dismiss();
    const both = chat.button('Folder: todo-cli, and also second');
    await both.getByText('+1').waitFor();
    await window.run('tandem.chat.newInFolder', tandem.workspace);
    await both.waitFor();
    await chat.phase('idle');
    expect(await folderOf('asked both')).toBe(tandem.workspace);
    expect(JSON.stringify(window.api.mainRequests('asked both').at(-1))).toContain(second);
    await window.run('tandem.chat.newInFolder', tandem.workspace);
    await both.click();
    await quickInput.pick('Remove second');
    await quickInput.row('Add second').waitFor();
    await quickInput.dismiss();
    await chat.button('Folder: todo-cli').waitFor();
    await window.run('tandem.chat.newInFolder', second);
  });

  test('the folder of a new conversation follows the active editor, the setting or the command', async () => {
    const { chat } = window;
    const file = join(second, 'a.txt');
    await writeFile(file, 'a\n');
    await window.driver.evaluate(async (vscode, path) => {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
    }, file);
    await window.startNew();
    await chat.button('Folder: second').waitFor();
    await window.configure('tandem.folder.default', 'first');
    await window.startNew();
    await chat.button('Folder: todo-cli').waitFor();
    await window.run('tandem.chat.newInFolder', second);
    await chat.button('Folder: second').waitFor();
    await window.configure('tandem.folder.default', 'ask');
    const asked = window.run('tandem.chat.new');
    await window.workbench.quickInput.pick('todo-cli');
    await asked;
    await chat.button('Folder: todo-cli').waitFor();
    await window.configure('tandem.folder.default', undefined);
    await window.run('workbench.action.closeAllEditors');
  });
});

describe('a shell line', () => {
  const row = (command: string) =>
    window.chat.frame.getByRole('group', { name: `Shell line ${command}`, exact: true });

  test('runs in the folder with its Python environment, and goes with the next message', async () => {
    const { chat, api } = window;
    await window.run('tandem.chat.newInFolder', second);
    await chat.phase('idle');
    await chat.send('!pwd; echo $VIRTUAL_ENV; exit 3');
    const shown = row('pwd; echo $VIRTUAL_ENV; exit 3');
    await shown.getByText(/Exit code 3 · .* goes with the next message/).waitFor();
    await shown.getByText(`${second}\n${join(python, 'venv')}`).waitFor();
    const { pid } = await window.theAgent();
    expect(await readFile(`/proc/${pid}/environ`, 'utf8')).toContain(
      `VIRTUAL_ENV=${join(python, 'venv')}\0`,
    );
    await folderOf('after the line');
    const told = JSON.stringify(api.mainRequests('after the line').at(-1)?.messages);
    expect(told).toContain('<bash-input>pwd; echo $VIRTUAL_ENV; exit 3</bash-input>');
    expect(await shown.count()).toBe(1);
    await expect.poll(() => shown.getByText('goes with').count(), patience).toBe(0);
  });

  test('is refused by a rule, asks for a secret file, and is stopped with its window', async () => {
    const { chat, workbench } = window;
    await window.configure('tandem.permissions.disallowedTools', ['Bash(rm:*)']);
    await chat.send('!rm -r nothing');
    await chat.frame
      .getByText(/The rule Bash\(rm:\*\) of your settings denies this line/)
      .first()
      .waitFor();
    await expect.poll(composed, patience).toBe('!rm -r nothing');
    await window.configure('tandem.permissions.disallowedTools', undefined);
    await writeFile(join(second, '.env'), 'KEY=1\n');
    await chat.message.fill('');
    await chat.send('!cat .env');
    await workbench.answerDialog('Run this line?', 'Run');
    await row('cat .env').getByText('KEY=1').waitFor();
    await row('cat .env').getByRole('button', { name: 'Remove cat .env' }).click();
    await row('cat .env').waitFor({ state: 'detached' });
    await window.run('tandem.chat.runShellLine', 'echo $$; exec tail -f /dev/null');
    const running = row('echo $$; exec tail -f /dev/null');
    await running.getByText(/^\d+$/).waitFor();
    await window.run('tandem.chat.stop');
    await running.getByText(/^Stopped · /).waitFor();
    await running.getByRole('button', { name: /^Remove / }).click();
  });
});

describe('a worktree', () => {
  const label = () => window.chat.button(/worktree fix\/colours/);
  const path = () => join(dirname(window.tandem.workspace), 'todo-cli.worktrees/fix/colours');

  test('is created with a branch and used by a conversation', async () => {
    const { chat, workbench, api, tandem } = window;
    const { quickInput } = workbench;
    await window.run('tandem.chat.newInFolder', tandem.workspace);
    await chat.button('Folder: todo-cli').waitFor();
    const made = window.run('tandem.worktree.new');
    await quickInput.input.fill('no name');
    await quickInput.widget.getByText('cannot be the name of a branch').waitFor();
    await quickInput.input.fill('fix/colours');
    await quickInput.widget.getByText(`It is checked out in ${path()}`).waitFor();
    await quickInput.input.press('Enter');
    await quickInput.pick('main');
    await made;
    await label().waitFor();
    await chat.phase('idle');

    const file = join(path(), 'colours.txt');
    api.onPrompt('paint', [toolUse('Write', { file_path: file, content: 'red\n' }), text('Red.')]);
    await chat.send('paint');
    await chat.text('Red.').waitFor();
    expect(await readFile(file, 'utf8')).toBe('red\n');
    expect(existsSync(join(tandem.workspace, 'colours.txt'))).toBe(false);
    const row = workbench.row('Changes', 'colours.txt');
    // The folder of the worktree, by its name.
    expect(await row.getAttribute('aria-label')).toMatch(/, colours$/);
  });

  test('is restored after a reload of the window', { timeout: 120_000 }, async () => {
    await window.reload();
    await window.chat.text('Red.').waitFor();
    await label().waitFor();
  });

  test('is committed and merged', async () => {
    const { workbench, tandem } = window;
    const { quickInput } = workbench;
    const managed = window.run('tandem.worktree.manage');
    await quickInput.row('Merge into main…').waitFor();
    expect(await quickInput.widget.innerText()).toContain('0 ahead, 0 behind main');
    await quickInput.pick('Merge into main…');
    const uncommitted = '1 file of fix/colours is not committed.';
    await workbench.dialog(uncommitted).waitFor();
    // No commit could be merged without it.
    expect(await workbench.dialog('Merge Without Them').count()).toBe(0);
    await workbench.answerDialog(uncommitted, 'Commit First…');
    await quickInput.answer('Paint it red');
    await workbench.answerDialog('Merge fix/colours into main?', 'Merge');
    await managed;
    await workbench.toast('fix/colours was merged into main.').waitFor();
    expect(await readFile(join(tandem.workspace, 'colours.txt'), 'utf8')).toBe('red\n');
    expect(git('log', '--format=%s', '--no-merges').split('\n')).toContain('Paint it red');
  });

  test('is removed with its branch, and its conversation continues in another folder', async () => {
    const { chat, workbench, api, tandem } = window;
    const { quickInput } = workbench;
    await label().click();
    await quickInput.pick('Remove Worktree…');
    await workbench.answerDialog('Remove the worktree fix/colours?', 'Remove');
    await chat.status.getByText('The worktree was removed').waitFor();
    expect(existsSync(path())).toBe(false);
    await workbench.row('Changes', 'colours.txt').waitFor({ state: 'detached' });
    await expect
      .poll(() => git('branch', '--format=%(refname:short)').trim(), patience)
      .toBe('main');
    await expect.poll(() => window.agents(), patience).toEqual([]);
    await chat.text('Red.').waitFor();

    await chat.button('Choose Another Folder').click();
    await quickInput.pick('todo-cli');
    await chat.button('Folder: todo-cli').waitFor();
    await chat.text('Red.').waitFor();
    await folderOf('and now');
    expect(JSON.stringify(api.mainRequests('and now').at(-1))).toContain('Red.');
    const slug = tandem.workspace.replaceAll(/[^A-Za-z0-9]/g, '-');
    expect((await filesWith('and now')).map(dirname)).toEqual([slug]);
  });
});

describe('a link', () => {
  async function follow(query: string): Promise<void> {
    const { workbench, driver } = window;
    const scheme = await driver.evaluate(vscode => vscode.env.uriScheme);
    const { input } = workbench.quickInput;
    // The command ends only after the user has allowed the link.
    const opened = window.run('workbench.action.url.openUrl');
    await input.fill(`${scheme}://tandem.tandem-code/open?${query}`);
    // A real key would go to the composer, which may still take the focus for an earlier link.
    await input.dispatchEvent('keydown', { key: 'Enter', code: 'Enter', keyCode: 13 });
    await workbench.answerDialog(/Tandem.*open this URI/, 'Open');
    await opened;
  }

  test('fills the composer, keeps the draft, and never sends', async () => {
    const { chat, api } = window;
    await window.startNew();
    await chat.message.fill('mine');
    const before = api.mainRequests().length;
    await follow('prompt=first%20line%0A%2Fclear%20%26%20more');
    await expect.poll(composed, patience).toMatch(/first line\n\/clear & more[\s\S]*mine/);
    await window.workbench.toast('A link has filled the message box').waitFor();
    await follow(`folder=${encodeURIComponent('/etc')}&prompt=no`);
    await window.workbench.toast('The link is for /etc, which is not open').waitFor();
    expect(await composed()).not.toContain('no\n');
    expect(api.mainRequests()).toHaveLength(before);
  });

  test('opens a session, or reports a missing one and starts a new conversation', async () => {
    const { chat } = window;
    await window.startNew();
    await folderOf('linked to');
    const [name = ''] = await filesWith('linked to');
    const id = basename(name, '.jsonl');
    await window.startNew();
    await follow(`session=${id}&prompt=go%20on`);
    await chat.text('Answer to linked to.').waitFor();
    await expect.poll(composed, patience).toContain('go on');
    await follow('session=0f8fad5b-d9cb-469f-a165-70867728950e&prompt=fresh');
    await window.workbench.toast('Claude Code has stored no conversation under').waitFor();
    await expect.poll(composed, patience).toContain('fresh');
    await chat.text('Answer to linked to.').waitFor({ state: 'detached' });
    await window.run('tandem.sessions.import', id);
    await chat.text('Answer to linked to.').waitFor();
  });
});
