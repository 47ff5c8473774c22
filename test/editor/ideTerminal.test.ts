import { cp, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { text } from '../support/api/reply';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { beRead } from './support/beRead';
import { describeFailures, patience } from './support/chatWindow';
import { EditorTerminal } from './support/editorTerminal';
import { before, IdeBed } from './support/ideBed';

let bed: IdeBed;
let terminal: EditorTerminal;

beforeAll(async () => {
  bed = await IdeBed.open();
  terminal = await bed.terminal('first', 1);
}, 180_000);

beforeEach(() => bed.rest(terminal));

afterAll(() => bed?.window.close());

describeFailures(() => bed?.window);

const after = 'one\nTWO\nthree\n';

test('a CLI in a terminal connects automatically and is listed from the status bar', async () => {
  const { workbench } = bed.window;
  await workbench.statusItem('tandem.ide').click();
  await workbench.quickInput.row('first').waitFor();
  await workbench.quickInput.dismiss();
});

testInFull('a diff is accepted in the editor', async () => {
  const label = await bed.proposeEdit(terminal, 'accepted.txt');
  await bed.window.run('tandem.diff.accept');
  await terminal.until('Done with accepted.txt.');
  expect(await bed.read('accepted.txt')).toBe(after);
  await bed.gone(label);
});

testInFull('the keybindings of a diff work while the terminal has the focus', async () => {
  const label = await bed.proposeEdit(terminal, 'byKey.txt');
  await terminal.until('Do you want to');
  const { page } = bed.window.workbench;
  await page.locator('.terminal-wrapper.active .xterm').click();
  await page.keyboard.press('Control+Alt+Enter');
  await terminal.until('Done with byKey.txt.');
  expect(await bed.read('byKey.txt')).toBe(after);
  await bed.gone(label);
});

test('a diff is edited and accepted', async () => {
  const label = await bed.proposeEdit(terminal, 'edited.txt');
  const edit = () =>
    bed.window.driver.evaluate(vscode => {
      const right = vscode.workspace.textDocuments.find(
        ({ uri }) => uri.scheme === 'tandem-proposal' && uri.path.endsWith('edited.txt'),
      );
      const change = new vscode.WorkspaceEdit();
      if (right) change.insert(right.uri, new vscode.Position(3, 0), 'four\n');
      return right ? vscode.workspace.applyEdit(change) : false;
    });
  // The tab exists before its texts are loaded.
  await expect.poll(edit, patience).toBe(true);
  await bed.window.run('tandem.diff.accept');
  await terminal.until('Done with edited.txt.');
  expect(await bed.read('edited.txt')).toBe(`${after}four\n`);
  await bed.gone(label);
});

testInFull('a diff is rejected in the editor', async () => {
  const label = await bed.proposeEdit(terminal, 'rejected.txt');
  await bed.window.workbench.editors.tab(label).click();
  await bed.window.workbench.editors.titleAction('Reject Proposed Edit').click();
  await bed.gone(label);
  await terminal.until(/Rejected update to rejected.txt/);
  expect(await bed.read('rejected.txt')).toBe(before);
});

testInFull('accepting a diff in the terminal closes its tab', async () => {
  const label = await bed.proposeEdit(terminal, 'there.txt');
  await terminal.allow();
  await terminal.until('Done with there.txt.');
  expect(await bed.read('there.txt')).toBe(after);
  await bed.gone(label);
});

test('closing the tab of a diff rejects it, and moving it does not', async () => {
  // A single editor group: it disappears when the tab moves, possibly before the diff is ready.
  await bed.window.run('workbench.action.closeAllEditors');
  const label = await bed.proposeEdit(terminal, 'closed.txt');
  const { editors } = bed.window.workbench;
  await editors.tab(label).click();
  await bed.window.run('workbench.action.moveEditorToNextGroup');
  await editors.tab(label).waitFor();
  await terminal.until('Yes');
  await editors.closeTab(label);
  await bed.gone(label);
  await terminal.until(/Rejected update to closed.txt/);
  expect(await bed.read('closed.txt')).toBe(before);
});

inFull(() => {
  test('a diff of a file with unsaved text shows a warning', async () => {
    const name = 'unsaved.txt';
    await bed.write(name, before);
    await bed.window.driver.evaluate(async (vscode, path) => {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), 'zero\n');
      await vscode.workspace.applyEdit(edit);
    }, bed.path(name));
    const label = await bed.proposeEdit(terminal, name, false);
    const { workbench } = bed.window;
    await workbench.toast('unsaved.txt has unsaved text in an editor. Claude').waitFor();
    await bed.window.run('notifications.clearAll');
    await workbench.editors.tab(label).click();
    await beRead(bed.window, name);
    // The warning appears once; after that the decision is the user's.
    await bed.window.run('tandem.diff.accept');
    await workbench.toast('unsaved.txt has unsaved text in an editor, which').waitFor();
    await bed.window.run('notifications.clearAll');
    await bed.window.run('tandem.diff.accept');
    await terminal.until('Done with unsaved.txt.');
    expect(await bed.read(name)).toBe(after);
    await bed.window.driver.evaluate(async (vscode, path) => {
      await vscode.window.showTextDocument(vscode.Uri.file(path));
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }, bed.path(name));
  });
});

testInFull('a terminal is connected again after /clear', async () => {
  await terminal.say('/clear');
  await bed.connected(1);
  const label = await bed.proposeEdit(terminal, 'cleared.txt');
  await bed.window.run('tandem.diff.accept');
  await terminal.until('Done with cleared.txt.');
  expect(await bed.read('cleared.txt')).toBe(after);
  await bed.gone(label);
});

inFull(() => {
  test('two terminals keep their diffs apart', { timeout: 120_000 }, async () => {
    const label = await bed.proposeEdit(terminal, 'mine.txt');
    const second = await bed.terminal('second', 2);
    bed.window.api.onPrompt('only talk', [text('Only talked.')]);
    await second.say('only talk');
    await second.until('Only talked.');
    await bed.window.workbench.editors.tab(label).waitFor();
    const other = await bed.proposeEdit(second, 'other.txt');
    await bed.window.workbench.editors.tab(other).click();
    await beRead(bed.window, 'other.txt');
    await bed.window.run('tandem.diff.accept');
    await second.until('Done with other.txt.');
    expect(await bed.read('mine.txt')).toBe(before);
    await bed.window.workbench.editors.tab(label).click();
    await beRead(bed.window, 'mine.txt');
    await bed.window.run('tandem.diff.accept');
    await terminal.show();
    await terminal.until('Done with mine.txt.');
    expect(await bed.read('mine.txt')).toBe(after);
    await second.close();
    await bed.connected(1);
  });
});

test('a terminal can be disconnected in the list of connections', async () => {
  const { workbench } = bed.window;
  const third = await bed.terminal('third', 2);
  await bed.window.run('tandem.ide.connections');
  const row = workbench.quickInput.row('third').first();
  await workbench.clickRowAction(row, 'Disconnect');
  await bed.connected(1);
  await third.close();
});

testInFull(
  'a terminal starts with the chosen mode, model and conversation',
  {
    timeout: 120_000,
  },
  async () => {
    const { window } = bed;
    const begun = async (...wanted: string[]) => {
      const found = async () => {
        const all = await window.tandem.editor.processes();
        return all.filter(({ argv }) => wanted.every(one => argv.includes(one))).length;
      };
      await expect.poll(found, patience).toBe(1);
      await EditorTerminal.named(window, 'Claude').close();
      await expect.poll(found, patience).toBe(0);
      await bed.connected(1);
    };
    const running = window.run('tandem.terminal.openWith');
    const { quickInput } = window.workbench;
    await quickInput.pick('Last of the Folder');
    await quickInput.pick('Plan');
    // An alias, or a model that a CLI has listed earlier.
    await quickInput.input.fill('sonnet');
    await expect.poll(async () => (await quickInput.labels())[0], patience).toMatch(/^sonnet$/i);
    await quickInput.input.press('Enter');
    await running;
    await begun('--permission-mode=plan', '--model=sonnet', '--continue');

    const [file = ''] = Object.keys(await window.storedSessions());
    const resume = basename(file, '.jsonl');
    await window.run('tandem.terminal.open', { mode: 'acceptEdits', model: 'haiku', resume });
    await begun('--permission-mode=acceptEdits', '--model=haiku', `--resume=${resume}`);
  },
);

testInFull(
  'the CLI finds the window even when tandem.cli.env sets another home',
  {
    timeout: 120_000,
  },
  async () => {
    const { window } = bed;
    const { root, configDir, cliEnv } = window.tandem.home;
    const other = { HOME: join(root, 'other'), CLAUDE_CONFIG_DIR: join(root, 'other', 'config') };
    await cp(join(configDir, '.claude.json'), join(other.CLAUDE_CONFIG_DIR, '.claude.json'));
    await window.configure('tandem.cli.env', { ...cliEnv, ...other });
    await window.run('tandem.terminal.open');
    await bed.connected(2);
    await EditorTerminal.named(window, 'Claude').close();
    await bed.connected(1);
    await window.configure('tandem.cli.env', cliEnv);
    const left = () => readdir(join(other.CLAUDE_CONFIG_DIR, 'ide'));
    await expect.poll(left, patience).toEqual([]);
  },
);

inFull(() => {
  test('terminals reconnect after the window is reloaded during a diff', {
    timeout: 120_000,
  }, async () => {
    const label = await bed.proposeEdit(terminal, 'reloaded.txt');
    await terminal.until('Yes');
    await bed.window.reload();
    await bed.gone(label);
    await bed.connected(1);
    expect(await bed.read('reloaded.txt')).toBe(before);
    await terminal.allow();
    await terminal.until('Done with reloaded.txt.');
    expect(await bed.read('reloaded.txt')).toBe(after);
    const next = await bed.proposeEdit(terminal, 'next.txt');
    await bed.window.run('tandem.diff.accept');
    await terminal.until('Done with next.txt.');
    await bed.gone(next);
  });
});

testInFull(
  'terminals get the connection variables unless tandem.ide.terminalEnvironment is never',
  async () => {
    const shown = (name: string) => bed.variables(name, '$CLAUDE_CODE_SSE_PORT|$NO_PROXY');
    expect(await shown('with')).toBe(`${await bed.port()}|127.0.0.1,localhost`);
    await bed.window.configure('tandem.ide.terminalEnvironment', 'never');
    expect(await shown('without')).toBe('|');
    await bed.window.configure('tandem.ide.terminalEnvironment', undefined);
  },
);

test('tandem.ide.enabled closes connections and removes the lock file until enabled again', async () => {
  await bed.window.configure('tandem.ide.enabled', false);
  await bed.connected(0);
  const own = async () =>
    (await bed.readLocks()).filter(({ pid }) => pid === bed.window.driver.pid).length;
  await expect.poll(own, patience).toBe(0);
  await bed.window.configure('tandem.ide.enabled', true);
  await expect.poll(own, patience).toBe(1);
});
