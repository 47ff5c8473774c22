import { basename } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gate, text } from '../support/api/reply';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({ cli: 'stand-in' });
  await window.chat.phase('idle');
});

afterAll(() => window?.close());

beforeEach(async () => {
  await window.run('workbench.action.closeAllEditors');
  await window.run('notifications.clearAll');
  await window.configure('tandem.tabs.onClose', undefined);
});

describeFailures(() => window);

/** Returns the chat in the active editor tab. */
const tab = () => new Chat(window.workbench.chatTab());

/** Opens a tab with a message that is being answered; the gate has the message's name. */
async function openTab(words: string, ...rest: string[]) {
  const begun = `${words} begins. `;
  window.api.onPrompt(words, [text(begun, gate(words), ...rest, `${words} ends.`)]);
  await window.run('tandem.chat.openInTab');
  const chat = tab();
  await chat.phase('idle');
  await chat.send(words);
  await window.api.reached(words);
  await chat.text(begun.trim()).waitFor();
  return chat;
}

/** Returns the icon file of the tab with this title. */
function icon(title: string) {
  const picture = window.workbench.editors.tab(title).locator('.monaco-icon-label-iconpath');
  return () =>
    picture.evaluate(element => {
      const { backgroundImage } = getComputedStyle(element);
      return /tab[-\w]*\.svg/.exec(backgroundImage)?.[0] ?? backgroundImage;
    });
}

test('a new tab has the title of its conversation from the beginning', async () => {
  const title = await window.driver.evaluate(vscode => {
    const opened = new Promise<string>(resolve => {
      const watch = vscode.window.tabGroups.onDidChangeTabs(({ opened: [tab] }) => {
        if (!tab) return;
        watch.dispose();
        resolve(tab.label);
      });
    });
    void vscode.commands.executeCommand('tandem.chat.openInTab');
    return opened;
  });
  expect(title).toBe('New conversation');
  await tab().phase('idle');
  await window.run('workbench.action.closeActiveEditor');
});

test('a turn continues after its tab is closed and is complete when the tab is reopened', async () => {
  await openTab('alpha', 'In between. ');
  await window.run('workbench.action.closeActiveEditor');
  await window.workbench.toast('“alpha” continues without its tab.').waitFor();
  window.api.open('alpha');
  await expect
    .poll(async () => JSON.stringify(await window.storedSessions()), patience)
    .toContain('alpha ends.');
  await window.workbench.answerToast('“alpha” continues without its tab.', 'Reopen');
  const chat = tab();
  await chat.text('alpha begins. In between. alpha ends.').waitFor();
  await chat.phase('idle');
  expect(window.api.mainRequests('alpha')).toHaveLength(1);
});

test('a turn whose tab was closed can be stopped from the notification', async () => {
  await openTab('beta');
  await expect.poll(icon('beta'), patience).toMatch(/^tab-running-/);
  await window.run('workbench.action.closeActiveEditor');
  const before = (await window.agents()).length;
  await window.workbench.answerToast('“beta” continues without its tab.', 'Stop');
  await expect.poll(async () => (await window.agents()).length, patience).toBe(before - 1);
  window.api.open('beta');
  await window.run('tandem.chat.reopenClosed');
  await tab().text('beta begins.').waitFor();
  expect(await tab().text('beta ends.').count()).toBe(0);
});

testInFull('closing a tab stops its turn when tandem.tabs.onClose is stop', async () => {
  await window.configure('tandem.tabs.onClose', 'stop');
  await openTab('gamma');
  const before = (await window.agents()).length;
  await window.run('workbench.action.closeActiveEditor');
  await expect.poll(async () => (await window.agents()).length, patience).toBe(before - 1);
  expect(await window.workbench.toast('continues without its tab').count()).toBe(0);
  window.api.open('gamma');
});

test('reopening a closed tab restores its unsent draft', async () => {
  await window.run('tandem.chat.openInTab');
  await tab().phase('idle');
  await tab().message.fill('half a thought');
  await expect.poll(() => window.recordsHold('half a thought'), patience).toBe(true);
  await window.run('workbench.action.closeActiveEditor');
  // The palette avoids a race: another extension's command can overtake the close event of the tab.
  await window.workbench.runCommand('Tandem: Reopen Closed Conversation');
  await expect.poll(() => messageText(tab().message), patience).toBe('half a thought');
  await window.run('tandem.chat.new');
  await expect.poll(() => messageText(tab().message), patience).toBe('');
  await window.run('tandem.chat.reopenClosed');
  await expect.poll(() => messageText(tab().message), patience).toBe('half a thought');
});

test('a conversation of the side bar moves into a tab and back, with its draft', async () => {
  const { chat, workbench } = window;
  await window.startNew();
  window.api.onPrompt('moving', [text('Here it is.')]);
  await chat.send('moving');
  await chat.text('Here it is.').waitFor();
  await chat.phase('idle');
  await chat.message.fill('half a thought');
  await expect.poll(() => window.recordsHold('half a thought'), patience).toBe(true);
  const stored = Object.entries(await window.storedSessions());
  const [file = ''] = stored.find(([, lines]) => JSON.stringify(lines).includes('moving')) ?? [];
  const id = basename(file, '.jsonl');
  // A hasty second one opens no second tab.
  await Promise.all([
    window.run('tandem.sessions.openInTab', id),
    window.run('tandem.sessions.openInTab', id),
  ]);
  await tab().text('Here it is.').waitFor();
  expect(await workbench.editors.tab('moving').count()).toBe(1);
  await expect.poll(() => messageText(tab().message), patience).toBe('half a thought');
  await chat.text('Here it is.').waitFor({ state: 'detached' });
  expect(await messageText(chat.message)).toBe('');
  await window.run('tandem.sessions.openInSideBar', id);
  await chat.text('Here it is.').waitFor();
  await expect.poll(() => messageText(chat.message), patience).toBe('half a thought');
  await workbench.editors.tab('moving').waitFor({ state: 'detached' });
  expect(await workbench.toast('continues without its tab').count()).toBe(0);
  await chat.message.fill('');
});

inFull(() => {
  test('five tabs each show their own stream and a status icon', async () => {
    const names = ['one', 'two', 'three', 'four', 'five'].map(name => `tab ${name}`);
    for (const name of names) {
      await openTab(name);
    }
    const { editors } = window.workbench;
    for (const name of names) {
      await expect.poll(icon(name), patience).toMatch(/^tab-running-/);
    }
    for (const name of [...names].reverse()) window.api.open(name);
    for (const name of names.slice(0, -1)) {
      await expect.poll(icon(name), patience).toMatch(/^tab-unread-/);
    }
    await expect.poll(icon('tab five'), patience).toMatch(/^tab-(dark|light)/);
    for (const name of names) {
      await editors.tab(name).click();
      const chat = tab();
      await chat.text(`${name} begins. ${name} ends.`).waitFor();
      const others = names.filter(other => other !== name);
      for (const other of others) expect(await chat.text(other).count()).toBe(0);
      await expect.poll(icon(name), patience).toMatch(/^tab-(dark|light)/);
    }
    // Including the side bar's there are six conversations; at most five processes may run.
    await expect.poll(async () => (await window.agents()).length, patience).toBe(5);
  }, 120_000);
});
