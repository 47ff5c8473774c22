import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { ChatWindow, describeFailures } from './support/chatWindow';

const server = fileURLToPath(new URL('../support/cli/askingServer.mjs', import.meta.url));
const mcpServers = { asking: { command: process.execPath, args: [server] } };

let window: ChatWindow;

beforeAll(async () => {
  window = await ChatWindow.open({
    settings: {
      'tandem.mcp.config': [JSON.stringify({ mcpServers })],
      'tandem.permissions.allowedTools': ['mcp__asking'],
    },
  });
});

afterAll(() => window?.close());

describeFailures(() => window);

let told: string;

beforeEach(() => {
  told = '';
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      size: { type: 'string', title: 'Size', enum: ['s', 'l'], enumNames: ['Small', 'Large'] },
    },
    required: ['name', 'size'],
  };
  window.api.onPrompt('order', [
    toolUse('mcp__asking__form', { message: 'What do you order?', schema }),
    request => {
      told = request.results[0]?.text ?? '';
      return text(`Heard: ${told}`);
    },
  ]);
});

const accepted = (name: string) => ({ action: 'accept', content: { name, size: 'l' } });

test('the form of a server is filled in on its card', async () => {
  const { chat, workbench } = window;
  await chat.send('order');
  const card = chat.frame.getByRole('group', { name: 'Request from asking' });
  await card.getByText('What do you order?').waitFor();
  await workbench.statusItem('tandem.status').getByText('Tandem 1').waitFor();
  await card.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await card.getByRole('combobox', { name: 'Size' }).selectOption('Large');
  await chat.answer(card, 'Submit');
  await chat.text('Heard:').waitFor();
  expect(JSON.parse(told)).toEqual(accepted('Ada'));
});

test('the form of a server is filled in by command', async () => {
  const { chat, workbench } = window;
  const { quickInput } = workbench;
  await window.startNew();
  await chat.send('order');
  const card = chat.frame.getByRole('group', { name: 'Request from asking' });
  const id = (await card.getAttribute('id'))?.replace('prompt-', '');
  const answered = window.run('tandem.input.answer', id);
  await quickInput.answer('Grace');
  await quickInput.row('Large').waitFor();
  await quickInput.pick('Large');
  await answered;
  await chat.text('Heard:').waitFor();
  expect(JSON.parse(told)).toEqual(accepted('Grace'));
});
