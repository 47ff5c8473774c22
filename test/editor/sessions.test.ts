import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { testInFull } from '../support/inFull';
import { storeSession } from '../support/storedSessions';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const run = promisify(execFile);
const hour = 3_600_000;
const view = 'Conversations';
const started = Date.now();

let window: ChatWindow;
const stored = new Map<string, { id: string; path: string }>();

beforeAll(async () => {
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    cli: 'stand-in',
    viewport: { width: 1200, height: 1400 },
    prepare: async ({ workspace, home }) => {
      const config = join(dirname(home), 'config');
      // The CLI itself deletes sessions older than 30 days.
      const store = async (name: string, rest: Partial<Parameters<typeof storeSession>[1]>) => {
        const made = { cwd: workspace, prompt: name, at: started, title: name, ...rest };
        stored.set(name, await storeSession(config, made));
      };
      await store('Fix the login loop', { at: started - hour, branch: 'fix/login' });
      await store('Old parser', {
        at: started - 10 * 24 * hour,
        answer: 'The marmalade is in the jar.',
      });
      await store('To be renamed', { at: started - 11 * 24 * hour });
      await store('To be deleted', { at: started - 12 * 24 * hour });
      await store('Another one', { at: started - 13 * 24 * hour });
      await store('Of another folder', { at: started - hour, cwd: '/srv/other' });
    },
  });
  await window.workbench.expandView(view, true);
  await row('Fix the login loop').waitFor();
});

afterAll(() => window?.close());

describeFailures(() => window);

const row = (title: string): Locator => window.workbench.row(view, title);
const file = (name: string) => stored.get(name)?.path ?? '';
const id = (name: string) => stored.get(name)?.id ?? '';
const labels = () => window.workbench.rows(view).locator('.label-name').allInnerTexts();

/** Presses a key on a row that is focused but not selected. */
async function pressOn(title: string, key: string): Promise<void> {
  const { page } = window.workbench;
  await window.workbench.view(view).locator('.monaco-list').focus();
  await page.keyboard.press('Home');
  const focused = window.workbench.rows(view).and(page.locator('.focused'));
  for (let step = 0; step < 40; step++) {
    if ((await focused.locator('.label-name').innerText()) === title) {
      await page.keyboard.press(key);
      return;
    }
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`${title} did not get the focus`);
}

test('a conversation that needs input is listed first, and is not deleted without a question', async () => {
  const { api, chat } = window;
  api.onPrompt('may you', [toolUse('Bash', { command: 'touch asked.txt' }), text('I did.')]);
  await chat.send('may you');
  await chat.permission('Bash').waitFor();
  await row('Needs you').waitFor();
  expect((await labels())[1]).toBe('may you');
  expect(await row('may you').getAttribute('aria-label')).toContain('needs your input');
  // The title of a moved view is longer, and may leave no room to see it.
  await window.workbench.view(view).getByText('1 needs you').waitFor({ state: 'attached' });
  // The CLI calls the API slightly before it writes.
  await expect.poll(idOfFirst, patience).not.toBe('');
  const refusal = window.run('tandem.sessions.delete', await idOfFirst());
  await window.workbench.answerDialog('“may you” waits for your answer.', 'Cancel');
  await refusal;
  await chat.answer(chat.permission('Bash'), 'Allow Once');
  await chat.text('I did.').waitFor();
  await row('Needs you').waitFor({ state: 'detached' });
  await row('Running').waitFor({ state: 'detached' });
  // The row may briefly appear in both groups.
  await expect.poll(() => row('may you').count(), patience).toBe(1);
  // Makes room for the other rows: a tree renders only visible ones.
  await window.workbench.chatView().locator('.pane-header').click();
});

test('stored conversations are listed by time, with branch, age and an accessible label', async () => {
  // An hour ago may have been yesterday.
  const isToday = new Date(started - hour).getDate() === new Date().getDate();
  expect(await labels()).toEqual([
    'Today',
    'may you',
    ...(isToday ? [] : ['Yesterday']),
    'Fix the login loop',
    'Older',
    'Old parser',
    'To be renamed',
    'To be deleted',
    'Another one',
  ]);
  const label = await row('Fix the login loop').getAttribute('aria-label');
  expect(label).toBe('Fix the login loop, not open, fix/login · 1h');
  await row('Fix the login loop').getByText('fix/login · 1h').waitFor();
});

testInFull('a conversation of a terminal appears automatically', async () => {
  const { path } = await cliBinary('newest');
  window.api.onPrompt('said in a terminal', [text('Heard.')]);
  await run(path, ['-p', 'said in a terminal'], {
    cwd: window.tandem.workspace,
    env: window.tandem.home.env,
  });
  await row('said in a terminal').waitFor();
});

test('a click opens a conversation in a tab, and a second click reveals that tab', async () => {
  await row('Old parser').click();
  const tab = new Chat(window.workbench.chatTab());
  await tab.text('The marmalade is in the jar.').waitFor();
  await row('Old parser').click();
  await expect
    .poll(() => row('Old parser').getAttribute('aria-label'), patience)
    .toContain('open here');
  const tabs = await window.driver.evaluate(
    vscode => vscode.window.tabGroups.all.flatMap(group => group.tabs).length,
  );
  expect(tabs).toBe(1);
  await window.run('workbench.action.closeAllEditors');
});

test('views that were moved keep the commands that VS Code gives them', async () => {
  // The window has moved them below the chat.
  await window.run('tandem.prompts.focus');
  await window.run('tandem.sessions.focus');
  await window.workbench.view(view).locator('.monaco-list:focus').waitFor();
});

test('F2 renames the focused row with the line that the CLI would write', async () => {
  await pressOn('To be renamed', 'F2');
  await window.workbench.quickInput.answer('Named by hand');
  await row('Named by hand').waitFor();
  const last = (await readFile(file('To be renamed'), 'utf8')).trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(last)).toEqual({
    type: 'custom-title',
    customTitle: 'Named by hand',
    sessionId: id('To be renamed'),
  });
});

test('a live conversation is renamed by its own agent, together with its tab', async () => {
  await window.run('tandem.sessions.openConversation', id('Another one'));
  const tab = new Chat(window.workbench.chatTab());
  await tab.phase('idle');
  await window.run('tandem.sessions.rename', id('Another one'), 'Named while open');
  await row('Named while open').waitFor();
  const title = () =>
    window.driver.evaluate(vscode => vscode.window.tabGroups.activeTabGroup.activeTab?.label);
  await expect.poll(title, patience).toBe('Named while open');
  expect(existsSync(join(file('Another one').replace('.jsonl', ''), 'custom-title.json'))).toBe(
    true,
  );
  await window.run('workbench.action.closeAllEditors');
});

test('Delete removes the focused row, and Undo restores it', async () => {
  await pressOn('To be deleted', 'Delete');
  await row('To be deleted').waitFor({ state: 'detached' });
  expect(existsSync(file('To be deleted'))).toBe(false);
  await window.workbench.answerToast('“To be deleted” was deleted.', 'Undo');
  await row('To be deleted').waitFor();
  expect(existsSync(file('To be deleted'))).toBe(true);
});

test('deleting a conversation closes its tab; Undo opens it again, and it can be restored later', async () => {
  const tabs = () =>
    window.driver.evaluate(vscode => vscode.window.tabGroups.all.flatMap(g => g.tabs).length);
  const removed = async () => {
    await window.run('tandem.sessions.delete', id('To be deleted'));
    await row('To be deleted').waitFor({ state: 'detached' });
    await expect.poll(tabs, patience).toBe(0);
  };
  await window.run('tandem.sessions.openConversation', id('To be deleted'));
  await new Chat(window.workbench.chatTab()).phase('idle');
  await removed();
  await window.workbench.answerToast('“To be deleted” was deleted.', 'Undo');
  await new Chat(window.workbench.chatTab()).phase('idle');
  await removed();
  await window.run('notifications.clearAll');
  const running = window.run('tandem.sessions.restore');
  await window.workbench.quickInput.pick('To be deleted');
  await running;
  await row('To be deleted').waitFor();
});

test('pinned and archived conversations are listed in their own groups', async () => {
  await window.run('tandem.sessions.pin', id('Old parser'));
  await row('Pinned').waitFor();
  expect((await labels()).slice(0, 2)).toEqual(['Pinned', 'Old parser']);
  await window.run('tandem.sessions.unpin', id('Old parser'));
  await row('Pinned').waitFor({ state: 'detached' });
  await window.workbench.pickFromContextMenu(row('Old parser'), 'Archive Conversation');
  await row('Archived').waitFor();
  await row('Old parser').waitFor({ state: 'detached' });
  const mark = join(file('Old parser').replace('.jsonl', ''), 'archived.json');
  expect(JSON.parse(await readFile(mark, 'utf8'))).toMatchObject({ archived: true });
  await row('Archived').click();
  await row('Old parser').waitFor();
  await window.run('tandem.sessions.unarchive', id('Old parser'));
  await row('Archived').waitFor({ state: 'detached' });
});

test('an unread mark stays until it is removed', async () => {
  await window.run('tandem.sessions.markUnread', id('Fix the login loop'));
  const label = () => row('Fix the login loop').getAttribute('aria-label');
  await expect.poll(label, patience).toContain('not read yet');
  await window.run('tandem.sessions.markRead', id('Fix the login loop'));
  await expect.poll(label, patience).not.toContain('not read yet');
});

test('the search finds titles at once and then text, and opens the picked conversation', async () => {
  const { quickInput } = window.workbench;
  const searching = window.run('tandem.sessions.search');
  await quickInput.input.fill('login');
  await quickInput.row('Fix the login loop').waitFor();
  await quickInput.input.fill('marmalade is in');
  await quickInput.widget.getByText('The marmalade is in the jar.').waitFor();
  expect((await quickInput.labels())[0]).toBe('Old parser');
  await quickInput.input.press('Enter');
  await searching;
  const chat = new Chat(window.workbench.chatTab());
  await chat.text('The marmalade is in the jar.').waitFor();
  const bar = chat.frame.getByRole('search', { name: 'Find in conversation' });
  await bar.getByText('1 of 1').waitFor();
  expect(await bar.getByRole('textbox', { name: 'Find' }).inputValue()).toBe('marmalade is in');
  await window.run('workbench.action.closeAllEditors');
});

test('conversations of all folders can be listed and grouped by folder', async () => {
  expect(await row('Of another folder').count()).toBe(0);
  await window.run('tandem.sessions.showAllFolders');
  await window.run('tandem.sessions.groupByFolder');
  await row('Of another folder').waitFor();
  await row('todo-cli').waitFor();
  const listed = await labels();
  expect(listed[0]).toBe('todo-cli');
  expect(listed.slice(-2)).toEqual(['other', 'Of another folder']);
  await window.run('tandem.sessions.showWorkspace');
  await window.run('tandem.sessions.groupByTime');
  await row('Today').waitFor();
  await row('Of another folder').waitFor({ state: 'detached' });
});

testInFull('the report counts session files and gives the reason for an unlisted one', async () => {
  const document = () =>
    window.driver.evaluate(vscode => vscode.window.activeTextEditor?.document.getText() ?? '');
  // The list may still be read anew for the folders that the test before chose.
  const report = async () => {
    await window.run('tandem.sessions.report');
    return document();
  };
  await expect.poll(report, patience).toMatch(/\d+ files on disk, \d+ listed, 0 left out\./);
  await window.run('workbench.action.closeAllEditors');
  // The report of before must not be shown again.
  await appendFile(join(dirname(file('Old parser')), `${crypto.randomUUID()}.jsonl`), '');
  await expect.poll(report, patience).toMatch(/\d+ files on disk, \d+ listed, 1 left out\./);
  expect(await document()).toContain('## 1: the file is empty');
  await window.run('workbench.action.closeAllEditors');
});

/** Returns the id of the conversation that a user sees in the first row. */
async function idOfFirst(): Promise<string> {
  const sessions = await window.storedSessions();
  const found = Object.entries(sessions).find(([, lines]) =>
    JSON.stringify(lines).includes('may you'),
  );
  return found?.[0].split('/').at(-1)?.replace('.jsonl', '') ?? '';
}
