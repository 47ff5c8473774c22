import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gate, text, toolUse } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { BuiltInChat } from './support/builtInChat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
let chat: BuiltInChat;

beforeAll(async () => {
  window = await ChatWindow.open({
    isShown: false,
    // `cli/participant` drives the real one.
    cli: 'stand-in',
    settings: { 'chat.disableAIFeatures': false, 'tandem.diff.open': 'never' },
  });
  chat = await BuiltInChat.open(window);
}, 180_000);
afterAll(async () => {
  await chat?.close();
  await window?.close();
});
describeFailures(() => window);

test('a request streams, asks, edits, and the next one goes on in the same conversation', async () => {
  const { api, tandem, workbench } = window;
  const file = join(tandem.workspace, 'src', 'cli.js');
  const from = '{ allowPositionals: true }';
  api.onPrompt('be strict', [
    toolUse('Read', { file_path: file }),
    toolUse('Bash', { command: 'echo "$(date)" > out.txt' }),
    toolUse('Edit', { file_path: file, old_string: from, new_string: '{ strict: true }' }),
    text(
      'I am ',
      gate('half'),
      '**strict** now. [Go](command:workbench.action.files.newUntitledFile)',
    ),
  ]);
  await chat.ask('@tandem be strict', [join(tandem.workspace, 'README.md')]);

  await chat.response.getByText('Permission: Bash').waitFor();
  await chat.response.getByText('echo "$(date)" > out.txt').first().waitFor();
  await chat.press('Deny');
  await chat.response.getByText('Denied', { exact: true }).waitFor();

  await chat.response.getByText('Permission: Edit').waitFor();
  await chat.response.getByText('+{ strict: true }').waitFor();
  expect(await readFile(file, 'utf8')).toContain(from);
  await chat.press('Allow Once');
  await expect.poll(() => readFile(file, 'utf8'), patience).toContain('{ strict: true }');
  await api.reached('half');
  await chat.response.getByText('I am').waitFor();
  api.open('half');
  await chat.response.locator('strong', { hasText: 'strict' }).waitFor();
  await chat.button('Review Changes').waitFor();
  // A link of the agent runs no command.
  expect(await chat.response.locator('a[data-href^="command:"]').count()).toBe(0);
  await chat.response.getByText('cli.js').first().waitFor();
  const [first] = api.mainRequests('be strict');
  expect(JSON.stringify(first?.messages)).toContain('@README.md');

  await chat.press('Review Changes');
  await workbench.page
    .locator('.multiDiffEditor .editor.modified .view-line', { hasText: 'strict: true' })
    .waitFor();
  await window.run('workbench.action.closeAllEditors');

  api.onPrompt('and what now', [text('Nothing.')]);
  await chat.ask('@tandem and what now');
  await chat.response.getByText('Nothing.').waitFor();
  await chat.button('Open in Tandem').waitFor();
  expect(Object.keys(await window.storedSessions())).toHaveLength(1);
  expect(JSON.stringify(api.mainRequests('and what now')[0]?.messages)).toContain('be strict');

  await chat.press('Open in Tandem');
  await workbench.chatTab().getByText('Nothing.').waitFor();
  expect(api.unmatched).toEqual([]);
});

testInFull(
  'stopping the request interrupts the agent, and the chat still knows its conversation',
  async () => {
    const { api } = window;
    await window.run('workbench.action.chat.newChat');
    api.onPrompt('count sheep', [text('One, ', gate('sheep'), 'two.')]);
    await chat.ask('@tandem count sheep');
    await api.reached('sheep');
    await chat.response.getByText('One,').waitFor();
    await window.run('workbench.action.chat.cancel');
    api.onPrompt('go on', [text('Three.')]);
    await chat.ask('@tandem go on');
    await chat.response.getByText('Three.').waitFor();
    const [request] = api.mainRequests('go on');
    expect(JSON.stringify(request?.messages)).toContain('count sheep');
    expect(JSON.stringify(request?.messages)).toContain('interrupted by user');
    expect(api.unmatched).toEqual([]);
  },
);
