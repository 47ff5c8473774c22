import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import type { DriverWindow } from '../support/editor/driverClient';
import type { Workbench } from '../support/editor/workbench';
import { messageText } from '../support/messageText';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

const isOpen = 'This conversation is open in another window.';
const goesOn = 'This conversation continues in another window.';

let first: ChatWindow;
let workbench: Workbench;
let host: DriverWindow;
let chat: Chat;
let session: string;

beforeAll(async () => {
  // `cli/owners` drives the real one.
  first = await ChatWindow.open({ cli: 'stand-in' });
  await first.chat.phase('idle');
  first.api.onPrompt('begin', [text('begun here')]);
  await first.chat.send('begin');
  await first.chat.text('begun here').waitFor();
  await first.chat.phase('idle');
  workbench = await first.workbench.anotherWindow(first.tandem.editor.url);
  workbench.page.setDefaultTimeout(patience.timeout);
  host = await first.tandem.editor.driver.window({ exceptPid: first.driver.pid });
  // Both windows store their layout in one place: tabs of an earlier file may have come back.
  await host.evaluate(vscode => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  await workbench.showContainer();
  chat = new Chat(workbench.chat());
  await chat.phase('idle');
  const [name = ''] = Object.keys(await first.storedSessions());
  session = name.split('/').at(-1)?.replace('.jsonl', '') ?? '';
});

afterAll(() => first?.close());

describeFailures(() => first);

/** Counts the processes of both windows that carry the session. */
async function carriers(): Promise<number> {
  const agents = await first.agents();
  return agents.filter(({ argv }) => argv.includes(session)).length;
}

/** Opens the session in the second window, without waiting for the user's answer. */
async function openInSecond(): Promise<void> {
  await host.evaluate((vscode, id) => {
    void vscode.commands.executeCommand('tandem.sessions.resume', id);
  }, session);
}

/**
 * Counts the processes repeatedly until the test ends.
 * @returns the highest count
 */
function countCarriers(): () => Promise<number> {
  let most = 0;
  let isOver = false;
  const counting = (async () => {
    while (!isOver) {
      most = Math.max(most, await carriers());
      // A new process needs much longer than this to become usable.
      await delay(50);
    }
  })();
  const end = async () => {
    isOver = true;
    await counting;
    return most;
  };
  onTestFinished(() => end().then(() => undefined));
  return end;
}

test('a session of another window can be left alone, read, taken over and taken back', async () => {
  const counted = countCarriers();
  first.api.onPrompt('slow', [text('slow begins. ', gate('slow'), 'slow ends.')]);
  await first.chat.send('slow');
  await first.chat.text('slow begins.').waitFor();
  await first.chat.send('and then');
  const queue = (of: Chat) => of.frame.getByRole('list', { name: 'Queued messages' });
  await queue(first.chat).getByText('and then').waitFor();
  await first.chat.message.fill('half a thought ');
  await first.workbench.page.keyboard.press('Control+End');
  await first.workbench.page.keyboard.type('@README');
  await first.chat.frame
    .getByRole('option', { name: /README\.md/ })
    .first()
    .waitFor();
  await first.workbench.page.keyboard.press('Enter');
  const draft = 'half a thought @README.md ';
  await expect.poll(() => first.recordsHold(draft, 'and then'), patience).toBe(true);

  await openInSecond();
  await workbench.answerDialog(isOpen, 'Cancel');
  await workbench.dialog(isOpen).waitFor({ state: 'detached' });
  expect(await chat.text('begun here').count()).toBe(0);

  await openInSecond();
  await workbench.answerDialog(isOpen, 'Open Read-Only');
  await chat.text('begun here').waitFor();
  await chat.status.getByText(isOpen).waitFor();
  await chat.send('not from here');
  await chat.text(/^The message was not sent/).waitFor();
  await expect.poll(() => messageText(chat.message), patience).toBe('not from here');
  await chat.status.getByText(isOpen).waitFor();
  await first.chat.phase('working');
  await host.evaluate((vscode, id) => {
    void vscode.commands.executeCommand('tandem.sessions.rename', id, 'Named from afar');
  }, session);
  await workbench.toast('Close it there first.').waitFor();

  await chat.button('Take Over').click();
  await queue(chat).getByText('and then').waitFor();
  await expect.poll(() => messageText(chat.message), patience).toBe(`not from here\n${draft}`);
  await chat.message.getByRole('button', { name: 'File README.md', exact: true }).waitFor();
  await chat.text('begun here').waitFor();
  await first.chat.status.getByText(goesOn).waitFor();
  await first.chat.button('Take Back').waitFor();
  expect(await first.chat.button('Take Over').count()).toBe(0);
  await queue(first.chat).waitFor({ state: 'detached' });
  first.api.open('slow');

  first.api.onPrompt('on in the second', [text('answered in the second')]);
  await chat.button('Remove').click();
  await chat.send('on in the second');
  await chat.text('answered in the second').waitFor();
  await chat.phase('idle');
  expect(await carriers()).toBe(1);
  // Messages from the second window appear here without taking the session back.
  await first.chat.text('answered in the second').waitFor();
  await first.chat.button('Take Back').click();
  await chat.status.getByText(goesOn).waitFor();
  await first.chat.button('Take Back').waitFor({ state: 'detached' });
  await first.chat.text('answered in the second').waitFor();
  first.api.onPrompt('back again', [text('answered in the first')]);
  await first.chat.send('back again');
  await first.chat.text('answered in the first').waitFor();
  await chat.text('answered in the first').waitFor();
  await chat.status.getByText(goesOn).waitFor();
  expect(await counted()).toBe(1);
  expect(first.api.mainRequests('and then')).toHaveLength(0);
}, 120_000);

test('a pending permission moves with its conversation, and so does the badge', async () => {
  const file = join(first.tandem.workspace, 'moved.txt');
  const write = toolUse('Write', { file_path: file, content: 'a\n' });
  first.api.onPrompt('write', [write, text('Not written.')]);
  await first.chat.send('write');
  await first.chat.permission('Write').waitFor();
  await first.workbench.badge().waitFor();
  await chat.button('Take Back').click();
  await chat.permission('Write').waitFor();
  await workbench.badge().waitFor();
  await first.chat.status.getByText(goesOn).waitFor();
  await first.workbench.badge().waitFor({ state: 'hidden' });
  await first.chat.permission('Write').waitFor({ state: 'detached' });
  await chat.answer(chat.permission('Write'), 'Deny');
  await chat.phase('idle');
  expect(await carriers()).toBe(1);
});

test('each window has its own lock file and token for terminals', async () => {
  const folder = join(first.tandem.home.home, '.claude', 'ide');
  const locks = async () => {
    const names = (await readdir(folder)).filter(name => name.endsWith('.lock'));
    const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
    return texts.map(text => JSON.parse(text) as { pid: number; authToken: string });
  };
  const pids = async () => (await locks()).map(({ pid }) => pid).sort();
  await expect.poll(pids, patience).toEqual([first.driver.pid, host.pid].sort());
  expect(new Set((await locks()).map(({ authToken }) => authToken)).size).toBe(2);
});

test('a killed window no longer holds its session', async () => {
  process.kill(host.pid, 'SIGKILL');
  // Otherwise VS Code would restart the extension host, which would reopen the conversation.
  await workbench.page.close();
  await host.closed();
  await first.chat.button('Take Back').click();
  await first.chat.phase('idle');
  await expect.poll(carriers, patience).toBe(1);
  expect(await first.chat.button('Take Back').count()).toBe(0);
});
