import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { failure, gate, text, toolUse } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

const names = Array.from({ length: 10 }, (_, index) => `note${index}.txt`);
const pathOf = (name: string) => join(window.tandem.workspace, name);

beforeAll(async () => {
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    // `cli/runs` drives the real one.
    cli: 'stand-in',
    viewport: { width: 1280, height: 1400 },
    settings: {
      'tandem.permissions.initialMode': 'acceptEdits',
      'tandem.processes.maxLive': 4,
      'tandem.diff.open': 'never',
    },
    prepare: async ({ workspace }) => {
      for (const name of names) {
        await writeFile(join(workspace, name), `${name} says hello.\n`);
      }
      const prompts = join(workspace, '.github', 'prompts');
      await mkdir(prompts, { recursive: true });
      await writeFile(
        join(prompts, 'explain.prompt.md'),
        '---\ndescription: Explains a file\n---\nExplain this to ${input:whom}: ${fileBasename}\n',
      );
    },
  });
}, 180_000);
afterAll(async () => {
  if (!window) return;
  const { workbench } = window;
  // VS Code would keep it collapsed for the next file, too.
  if ((await workbench.view('Changes').count()) > 0) await workbench.expandView('Changes', true);
  await window.run('tandem.runs.clear');
  await window.close();
});
describeFailures(() => window);

const rows = () => window.workbench.rows('Runs');
const row = (name: string) => window.workbench.row('Runs', name);

/** Returns what a row says beside its name. */
const said = async (name: string) =>
  (await row(name).locator('.label-description').innerText()).replace(/\u00a0/g, ' ');

/** Returns the text of the read-only document in front. */
const document = () =>
  window.driver.evaluate(vscode =>
    vscode.window.activeTextEditor?.document.uri.scheme === 'tandem-runs'
      ? vscode.window.activeTextEditor.document.getText()
      : undefined,
  );

/** Toast about the end of a run; the one about its progress may be fading out. */
const ended = () =>
  window.workbench.toast(/explain: 1 of 1/).filter({ hasText: 'Open Conversation' });

/** Fills in a run and starts it. Resolves when its first question is answered. */
async function start(prompt: string, files: readonly string[], action: string) {
  const given = { prompt, files: files.map(pathOf), atATime: 3 };
  const running = window.run('tandem.runs.start', given);
  await window.workbench.quickInput.pick(action);
  return { running };
}

test('ten files run three at a time: one fails, one is stopped, the others are under review', async () => {
  const { api, workbench } = window;
  for (const name of names) {
    api.onPrompt(name, [
      toolUse('Edit', { file_path: pathOf(name), old_string: 'hello', new_string: 'goodbye' }),
      text(`Changed.\n\n${name} is polite.`),
    ]);
  }
  api.onPrompt('note3.txt', () => failure(400, { message: 'No such luck' }));
  api.onPrompt('note7.txt', [text(gate('seven'), 'Late.')]);
  const { running } = await start('Be polite in', names, 'Run on 10 files');
  // The folder brings a prompt file, and no page has asked about it.
  await workbench.answerDialog(/Allow the programs of/, 'Allow');
  await running;
  await workbench.expandView('Runs', true);
  await workbench.expandPane(workbench.chatView(), false);
  await api.reached('seven');
  await workbench.expandView('Changes', false);
  await workbench.toast(/Be polite in/).waitFor();
  await expect.poll(() => said('note9.txt'), patience).toMatch(/^\d+:\d\d · \$[\d.]+ · note9/);
  expect((await window.agents()).length).toBeLessThanOrEqual(4);
  await workbench
    .view('Runs')
    .getByText(/^9 of 10, 1 failed, /)
    .waitFor();
  expect(await said('Be polite in')).toMatch(/^10 runs · /);
  await workbench.clickRowAction(row('note7.txt'), 'Stop Run');
  await expect.poll(() => said('note7.txt'), patience).toMatch(/^stopped/);
  await expect.poll(() => said('note3.txt'), patience).toMatch(/^\d.*No such luck/);
  await expect
    .poll(() => said('Be polite in'), patience)
    .toMatch(/^10 of 10, 1 failed, 1 stopped, \$[\d.]+ · /);

  await workbench.answerToast(/10 of 10, 1 failed, 1 stopped/, 'Show Results');
  await expect.poll(document, patience).toMatch(/\| note9\.txt \| done +\|/);
  const table = (await document()) ?? '';
  expect(table).toMatch(/\| note3\.txt \| failed +\| .*No such luck/);
  expect(table).toMatch(/\| note0\.txt \| done +\| \d+:\d\d +\| \$[\d.]+ +\| Changed\. \|/);
  expect(table.split('\n').filter(line => line.startsWith('| note'))).toHaveLength(10);

  expect(await readFile(pathOf('note0.txt'), 'utf8')).toBe('note0.txt says goodbye.\n');
  await window.run('tandem.changes.undoFile', pathOf('note0.txt'));
  await expect
    .poll(() => readFile(pathOf('note0.txt'), 'utf8'), patience)
    .toBe('note0.txt says hello.\n');
  expect(await readFile(pathOf('note1.txt'), 'utf8')).toBe('note1.txt says goodbye.\n');

  await workbench.pickFromContextMenu(row('note1.txt'), 'Open Result of Run');
  await expect.poll(document, patience).toBe('Changed.\n\nnote1.txt is polite.');
  await workbench.pickFromContextMenu(row('note1.txt'), 'Show Changes of Run');
  await workbench.page.getByRole('tab', { name: /Changes to Review \(1 file\)/ }).waitFor();
  await window.run('workbench.action.closeAllEditors');

  api.onPrompt('note3.txt', [text('Nothing to do.')]);
  await workbench.clickRowAction(row('note3.txt'), 'Run Again');
  await expect.poll(() => said('note3.txt'), patience).toMatch(/^\d.*Nothing to do\.$/);
  await row('note3.txt').click();
  const tab = workbench.chatTab();
  await tab.getByRole('log').getByText('Nothing to do.').waitFor();
  await tab.getByRole('log').getByText('note3.txt').first().waitFor();
  expect(await rows().count()).toBe(11);
});

test('a reload interrupts what is under way, and Run Again carries it out', async () => {
  const { api, workbench } = window;
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.runs.clear');
  api.onPrompt('note1.txt', [text(gate('one'), 'Never.')]);
  api.onPrompt('note2.txt', [text(gate('two'), 'Never.')]);
  await start('Wait in', ['note1.txt', 'note2.txt'], 'Run on 2 files');
  await Promise.all([api.reached('one'), api.reached('two')]);
  await window.reload();
  await workbench.expandView('Runs', true);
  await expect.poll(() => said('note1.txt'), patience).toBe('interrupted');
  await expect.poll(() => said('note2.txt'), patience).toBe('interrupted');

  api.onPrompt('note1.txt', [text('One.')]);
  api.onPrompt('note2.txt', [text('Two.')]);
  await workbench.clickRowAction(row('Wait in'), 'Run Again');
  await expect.poll(() => said('note2.txt'), patience).toMatch(/^\d.* · Two\.$/);
  await expect.poll(() => said('note1.txt'), patience).toMatch(/^\d.* · One\.$/);

  api.onPrompt('note1.txt', [text(gate('three'), 'Never.')]);
  await workbench.clickRowAction(row('Wait in'), 'Run Again');
  await api.reached('three');
  await workbench.answerToast(/Wait in: \d of 2/, 'Cancel');
  await expect.poll(() => said('note1.txt'), patience).toMatch(/^stopped/);
});

test('a prompt file runs from the menu of a file, and its row says how that went', async () => {
  const { api, workbench, tandem } = window;
  await window.run('tandem.runs.clear');
  api.onPrompt('Explain this to a child: note4.txt', [text('It is a greeting.')]);
  await workbench.showContainer('Explorer');
  const file = workbench.page.locator('.explorer-folders-view').getByText('note4.txt');
  await workbench.pickFromContextMenu(file, 'Run Prompt…');
  await workbench.quickInput.pick('/explain');
  await workbench.quickInput.answer('a child');
  await workbench.quickInput.pick('Run on 1 file');
  await ended().waitFor();
  await workbench.showContainer('Tandem');
  await workbench.expandView('Prompts', true);
  const prompt = workbench.row('Prompts', '/explain');
  await expect.poll(() => prompt.innerText(), patience).toMatch(/1 of 1, \$/);
  const [request] = api.mainRequests('Explain this to a child: note4.txt');
  expect(request?.prompt).toContain('@note4.txt');

  await window.run('notifications.clearAll');
  await workbench.clickRowAction(prompt, 'Run Prompt Again on the Same Files…');
  await workbench.quickInput.widget.getByText(/Last time \$[\d.]+ per run/).waitFor();
  await workbench.quickInput.pick('Run on 1 file');
  await ended().waitFor();

  await writeFile(join(tandem.workspace, 'note5.txt'), 'Written since.\n');
  api.onPrompt('Explain this to a child: note5.txt', [text('It is news.')]);
  await workbench.pickFromContextMenu(prompt, 'Run Prompt on Changes Since…');
  await workbench.quickInput.widget.getByText('note5.txt').waitFor();
  await workbench.quickInput.input.press('Enter');
  await workbench.quickInput.pick('Run on 1 file');
  await expect.poll(() => said('note5.txt'), patience).toMatch(/It is news\.$/);
});

test('a selection runs by its lines if it is saved, else as the text that it is', async () => {
  const { api, workbench } = window;
  await window.run('tandem.runs.clear');
  api.onPrompt('Judge this', [text('It reads well.')]);
  const runOn = async (content: string | null, name: string) => {
    await window.driver.evaluate(
      async (vscode, path, typed) => {
        const of = typed === null ? vscode.Uri.file(path) : { content: typed };
        const document = await vscode.workspace.openTextDocument(of as never);
        const selection = new vscode.Range(0, 0, 0, 5);
        await vscode.window.showTextDocument(document, { selection });
      },
      pathOf('note9.txt'),
      content,
    );
    const running = window.run('tandem.runs.onSelection');
    await workbench.quickInput.pick('Type a Prompt…');
    await workbench.quickInput.answer('Judge this');
    await workbench.quickInput.pick(`Run on ${name}`);
    await running;
    await expect.poll(() => said(name), patience).toMatch(/It reads well\.$/);
  };
  await runOn(null, 'note9.txt, line 1');
  expect(api.mainRequests('Judge this').at(-1)?.prompt).toContain('@note9.txt#L1');
  await runOn('Lorem ipsum', 'Untitled-1, line 1');
  expect(JSON.stringify(api.mainRequests('Judge this').at(-1)?.messages)).toContain('Lorem');
  await window.run('workbench.action.revertAndCloseActiveEditor');
  await window.run('workbench.action.closeAllEditors');
});

test('the files of the search results are found, and the clipboard keeps its text', async () => {
  const { workbench } = window;
  await writeFile(pathOf('note8.txt'), 'A quokka smiles.\n');
  await window.run('workbench.action.findInFiles', { query: 'quokka', triggerSearch: true });
  await workbench.page.locator('.search-view').getByText('note8.txt').first().waitFor();
  await window.driver.evaluate(vscode => vscode.env.clipboard.writeText('mine').then(() => null));
  const running = window.run('tandem.runs.start', { prompt: 'Look at' });
  await workbench.quickInput.pick('Files of the Search Results');
  await workbench.quickInput.row('Run on 1 file').waitFor();
  expect(await window.driver.evaluate(vscode => vscode.env.clipboard.readText())).toBe('mine');
  await workbench.quickInput.dismiss();
  await running;
  await workbench.showContainer('Tandem');
});

test('a run in a worktree of its own leaves the folder as it is, and asks nothing again', async () => {
  const { api, workbench, tandem } = window;
  await window.run('tandem.runs.clear');
  const { workspace: cwd } = tandem;
  const git = async (...args: string[]) => (await promisify(execFile)('git', args, { cwd })).stdout;
  await git('init', '--quiet');
  await git('add', '--all');
  const user = ['-c', 'user.name=T', '-c', 'user.email=t@t.test', '-c', 'commit.gpgsign=false'];
  await git(...user, 'commit', '--quiet', '-m', 'All');
  await writeFile(pathOf('fresh.txt'), 'Not committed.\n');
  api.onPrompt('note6.txt', [text('Seen in a copy.')]);
  const files = ['note6.txt', 'fresh.txt'].map(pathOf);
  const given = { prompt: 'Look at', files, inWorktrees: true };
  const running = window.run('tandem.runs.start', given);
  await workbench.quickInput.pick('Run on 2 files');
  await running;
  await expect
    .poll(() => said('note6.txt'), patience)
    .toMatch(/ · run\/look-at-note6-[0-9a-f]+ · Seen in a copy\.$/);
  await expect.poll(() => said('fresh.txt'), patience).toContain('is not committed');
  const branches = await git('branch', '--list', '--format=%(refname:short)', 'run/*');
  expect(branches.trim()).toMatch(/^run\/look-at-note6-[0-9a-f]+$/);
  expect((await git('worktree', 'list')).trim().split('\n')).toHaveLength(2);
});
