import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    cli: 'stand-in',
    settings: { 'tandem.notifications': 'whenHidden' },
  });
});

afterAll(() => window?.close());

describeFailures(() => window);

beforeEach(async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.run('tandem.chat.open');
  await window.startNew();
});

const view = 'Tasks';
const serving = (inBackground: boolean) =>
  toolUse('Bash', {
    command:
      "printf '\\033[32mready\\033[0m\\n'; until [ -e go ]; do sleep 0.1; done; echo gone on; exec tail -f /dev/null",
    description: 'Dev server',
    run_in_background: inBackground,
  });

/** Returns the text of the read-only document that shows a task's output. */
const output = () =>
  window.driver.evaluate(vscode =>
    vscode.window.activeTextEditor?.document.uri.scheme === 'tandem-output'
      ? vscode.window.activeTextEditor.document.getText()
      : undefined,
  );

test('a background command is listed, its output is followed, and it is stopped from the list', async () => {
  const { api, chat, workbench, tandem } = window;
  expect(await workbench.view(view).count()).toBe(0);
  api.onPrompt('start the server', [serving(true), text('It runs.')]);
  await chat.send('start the server');
  await chat.permission('Bash').getByRole('button', { name: 'Allow Once' }).click();
  await chat.text('It runs.').waitFor();
  await workbench.expandView(view, true);
  const row = workbench.row(view, 'Dev server');
  await row.waitFor();
  const item = workbench.statusItem('tandem.status');
  await expect.poll(() => item.innerText(), patience).toContain('1 task');
  await chat.frame.getByRole('button', { name: /1 task$/ }).waitFor();

  await workbench.clickRowAction(row, 'Show Output of Task');
  await expect.poll(output, patience).toBe('ready\n');
  await window.driver.evaluate(async (vscode, folder) => {
    const go = vscode.Uri.joinPath(vscode.Uri.file(folder), 'go');
    await vscode.workspace.fs.writeFile(go, new Uint8Array());
  }, tandem.workspace);
  await expect.poll(output, patience).toBe('ready\ngone on\n');

  await workbench.clickRowAction(row, 'Stop Task');
  await expect.poll(() => row.innerText(), patience).toContain('stopped');
  await expect.poll(() => item.innerText(), patience).not.toContain('task');
  const card = chat.frame.getByRole('group', { name: /^Bash printf/ });
  await expect.poll(() => card.getAttribute('data-status'), patience).toBe('interrupted');
  await card.getByRole('button', { name: 'Show Output of Dev server' }).waitFor();

  await window.run('tandem.tasks.clear');
  await row.waitFor({ state: 'detached' });
});

testInFull('clicking a row reveals the card of its tool call', async () => {
  const { api, chat, workbench } = window;
  api.onSubagent('look around', [text(gate('looking'), 'Nothing there.')]);
  api.onPrompt('delegate', [
    toolUse('Agent', {
      description: 'Look around',
      prompt: 'look around',
      subagent_type: 'general-purpose',
      run_in_background: false,
    }),
    text('All quiet.'),
  ]);
  await chat.send('delegate');
  await api.reached('looking');
  await workbench.expandView(view, true);
  await workbench.row(view, 'Look around').click();
  const card = chat.frame.getByRole('group', { name: 'Agent Look around' });
  await card.getByRole('button', { expanded: true }).and(chat.frame.locator(':focus')).waitFor();
  api.open('looking');
  await chat.text('All quiet.').waitFor();
  await expect
    .poll(() => workbench.row(view, 'Look around').innerText(), patience)
    .toContain('finished');
  await window.run('tandem.tasks.clear');
});

test('a notification reports a prompt in a hidden conversation, and none in a visible one', async () => {
  const { api, chat, workbench } = window;
  api.onPrompt('ask at once', [
    toolUse('Bash', { command: 'touch one.txt' }),
    text('First is done.'),
  ]);
  api.onPrompt('ask later', [
    [text(gate('hidden'), 'Now.'), toolUse('Bash', { command: 'touch two.txt' })],
    text('Second is done.'),
  ]);
  await chat.send('ask at once');
  const allow = chat.permission('Bash').getByRole('button', { name: 'Allow Once' });
  await allow.waitFor();
  await chat.permission('Bash').getByRole('button', { name: 'Allow Once' }).click();
  await chat.text('First is done.').waitFor();

  await chat.send('ask later');
  await api.reached('hidden');
  await window.run('workbench.action.closeSidebar');
  await chat.message.waitFor({ state: 'detached' });
  api.open('hidden');
  const words = 'waits for permission: Bash touch two.txt';
  await workbench.toast(words).waitFor();
  expect(await workbench.toast('touch one.txt').count()).toBe(0);
  await workbench.answerToast(words, 'Open');
  // The page is created again in a new frame, so the test asks the host for the state.
  await workbench.chatView().waitFor();
  // The command allows nothing before the new page has shown the card.
  const allowed = async () => {
    await window.run('tandem.permission.allowOnce');
    return existsSync(join(window.tandem.workspace, 'two.txt'));
  };
  await expect.poll(allowed, patience).toBe(true);
});
