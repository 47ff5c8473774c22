import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({
    cli: 'stand-in',
    settings: { 'tandem.permissions.initialMode': 'acceptEdits' },
  });
  await window.chat.phase('idle');
}, 180_000);

afterAll(() => window?.close());

describeFailures(() => window);

/** Returns the height of the side bar, of the chat's view in it, and of the conversation. */
async function heights() {
  const { workbench, chat } = window;
  const height = async (box: { boundingBox(): Promise<{ height: number } | null> }) =>
    (await box.boundingBox())?.height ?? 0;
  return {
    bar: await height(workbench.page.locator('.part.sidebar')),
    chat: await height(chat.frame.locator('body')),
    conversation: await height(chat.log),
  };
}

test('the chat has the side bar to itself, also with changes to review, and one header', async () => {
  const { api, chat, workbench, tandem } = window;
  const path = join(tandem.workspace, 'made.txt');
  api.onPrompt('make a file', [
    toolUse('Write', { file_path: path, content: 'made\n' }),
    text('It is made.'),
  ]);
  await chat.send('make a file');
  await chat.text('It is made.').waitFor();
  await chat.phase('idle');
  const strip = chat.frame.getByRole('button', { name: /^1 file \+1/ });
  await strip.waitFor();
  expect(await workbench.resizeSideBar(300)).toBeCloseTo(300, -1);
  await chat.message.fill('one line\nanother line\nand a third');
  const { bar, chat: view, conversation } = await heights();
  expect(view / bar).toBeGreaterThanOrEqual(0.75);
  expect(conversation / view).toBeGreaterThanOrEqual(0.6);
  // The view's header is that of the container, and has the title of the conversation.
  expect(await workbench.chatView().locator('.pane-header').isVisible()).toBe(false);
  const title = workbench.page.locator('.part.sidebar .composite.title');
  await expect.poll(() => title.innerText(), patience).toMatch(/^tandem: make a file/i);
  await chat.message.fill('');
});

test('the lists have a container of their own, which commands open', async () => {
  const { chat, workbench } = window;
  await chat.frame.getByRole('button', { name: /^1 file \+1/ }).click();
  await chat.frame.getByRole('list', { name: 'Changed files' }).getByText('made.txt').waitFor();
  await window.run('tandem.changes.focus');
  await workbench.row('Changes', 'made.txt').waitFor();
  await workbench.view('Conversations').waitFor();
  await workbench.showContainer();
  await chat.button('Keep Changes in All Files').click();
  await workbench.statusItem('tandem.changes').waitFor({ state: 'detached' });
});

test('at 200 %, the message box is whole beside a request', async () => {
  const { api, chat, workbench } = window;
  api.onPrompt('run it', [
    toolUse('Bash', { command: `node check.js ${'--long '.repeat(40)}` }),
    text('Ran.'),
  ]);
  await workbench.page.setViewportSize({ width: 700, height: 450 });
  await chat.send('run it');
  await chat.permission('Bash').waitFor();
  for (const name of ['Attach', 'Stop']) {
    const frame = await chat.frame.locator('body').boundingBox();
    const button = await chat.button(name).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(
      (frame?.y ?? 0) + (frame?.height ?? 0),
    );
  }
  expect((await heights()).conversation).toBeGreaterThanOrEqual(150);
  await workbench.page.setViewportSize({ width: 1280, height: 800 });
  await chat.button('Stop').click();
  await chat.phase('idle');
});
