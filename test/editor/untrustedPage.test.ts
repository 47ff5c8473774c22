import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { RawPage } from './support/rawPage';

// A hostile page: a script in the page sends messages to the host in Tandem's name.
let window: ChatWindow;
let page: RawPage;
let outside: string;

beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'outside-'));
  await writeFile(join(outside, 'secret.txt'), 'secret\n');
  window = await ChatWindow.open({
    cli: 'stand-in',
    isShown: false,
    prepare: ({ workspace }) => symlink(outside, join(workspace, 'way-out')),
  });
  await window.workbench.showContainer();
  await window.chat.phase('idle');
  page = await RawPage.of(window.chat);
});

afterAll(async () => {
  await window?.close();
  await rm(outside, { recursive: true, force: true });
});

describeFailures(() => window);

/** Returns everything outside of its conversation that a call could change. */
async function surroundings() {
  const { tandem, driver } = window;
  const seen = await driver.evaluate(vscode => ({
    tabs: vscode.window.tabGroups.all.flatMap(group => group.tabs.map(tab => tab.label)),
    terminals: vscode.window.terminals.map(terminal => terminal.name),
    folders: (vscode.workspace.workspaceFolders ?? []).map(folder => folder.uri.toString()),
  }));
  const dialogs = await window.workbench.page.locator('.monaco-dialog-box').count();
  const files = (await readdir(tandem.workspace, { recursive: true })).sort();
  const agents = (await window.agents()).map(({ pid }) => pid);
  return { ...seen, dialogs, files, agents, requests: window.api.requests.length };
}

async function refuses(calls: readonly [method: string, params: unknown, code: RegExp][]) {
  const before = await surroundings();
  for (const [method, params, code] of calls) {
    const answer = await page.call(method, params);
    const what = `${method} ${JSON.stringify(params)?.slice(0, 100)}`;
    expect(answer.kind, what).toBe('failure');
    expect(answer.error?.code, what).toMatch(code);
  }
  expect(await surroundings()).toEqual(before);
}

const inChannel = (more: Record<string, unknown>) => ({ channelId: page.channelId, ...more });

test('no file outside the workspace is opened, whatever its path looks like', async () => {
  const paths = [
    '/etc/passwd',
    '../../../../../../../../etc/passwd',
    './src/../../../../../etc/passwd',
    '~/.bashrc',
    '~',
    join(outside, 'secret.txt'),
    // A symbolic link in the workspace that leads outside.
    'way-out/secret.txt',
    'way-out',
    'file:///etc/passwd',
    '/proc/self/environ',
    '\u0000/etc/passwd',
    'vscode-userdata:/User/settings.json',
  ];
  await refuses(
    paths.map(path => ['file.open', inChannel({ location: { path } }), /^file\.(outside|absent)$/]),
  );
});

test('links other than web and mail links are refused', async () => {
  const urls = [
    'command:workbench.action.quit',
    'COMMAND:workbench.action.terminal.new',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'file:///etc/passwd',
    'vscode://tandem.tandem-code/x',
    'vscode-insiders://x/y',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://x/y',
    'ssh://host',
    '//host/path',
    '/etc/passwd',
    '',
  ];
  await refuses(urls.map(url => ['link.open', { url }, /^link\.scheme$/]));
});

test('names of built-in object properties are not calls', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'eval', ''];
  const near = ['message.send ', 'Message.send', 'host.act.run', 'agent'];
  await refuses([...names, ...near].map(name => [name, inChannel({}), /^unknownMethod$/]));
});

test('calls to another conversation and malformed values are refused', async () => {
  const other = { channelId: '11111111-2222-4333-8444-555555555555' };
  const bad = /^page\.badCall$/;
  await refuses([
    ['message.send', { ...other, text: 'hello', images: [] }, /^page\.unknownChannel$/],
    ['conversation.snapshot', other, /^page\.unknownChannel$/],
    ['agent.stop', other, /^page\.unknownChannel$/],
    [
      'prompt.answer',
      { ...other, promptId: 'x', answer: { kind: 'allowOnce' } },
      /^page\.unknownChannel$/,
    ],
    ['conversation.snapshot', { channelId: '../../../etc' }, /^page\.unknownChannel$/],
    ['conversation.snapshot', { channelId: { toString: 'x' } }, bad],
    ['conversation.snapshot', null, bad],
    ['conversation.snapshot', [], bad],
    ['message.send', inChannel({ text: 5, images: [] }), bad],
    ['message.send', inChannel({ text: 'x'.repeat(3 * 1024 * 1024), images: [] }), bad],
    [
      'message.send',
      inChannel({ text: 'x', images: [{ name: 'x', mediaType: 'text/html', data: '' }] }),
      bad,
    ],
    ['message.send', inChannel({ text: 'x', images: 'many' }), bad],
    ['message.send', inChannel({ text: '   ', images: [] }), /^message\.empty$/],
    ['agent.act', inChannel({ action: 'rm -rf' }), bad],
    ['host.act', { action: 'workbench.action.terminal.new' }, bad],
    ['host.act', { action: '__proto__' }, bad],
    ['host.act', { action: 'constructor' }, bad],
    ['mode.set', inChannel({ mode: 'root' }), bad],
    ['effort.set', inChannel({ effort: 'constructor' }), bad],
    ['thinking.set', inChannel({ maxThinkingTokens: -1 }), bad],
    ['thinking.set', inChannel({ maxThinkingTokens: 1e300 }), bad],
    ['file.open', inChannel({ location: { path: 'README.md', line: -5 } }), bad],
    ['file.open', inChannel({ location: { path: 'x'.repeat(5_000) } }), bad],
    ['file.open', inChannel({ location: 'README.md' }), bad],
    ['blob.read', inChannel({ blob: '/etc/passwd' }), /^\w+\.absent$/],
    ['blob.read', inChannel({ blob: '__proto__' }), /^\w+\.absent$/],
    [
      'prompt.answer',
      inChannel({ promptId: 'x', answer: { kind: 'allowOnce' } }),
      /^(prompt|message)\.gone$/,
    ],
    ['prompt.answer', inChannel({ promptId: 'x', answer: { kind: 'sudo' } }), bad],
    ['prompt.openDiff', inChannel({ promptId: '__proto__' }), /./],
    ['edit.openDiff', inChannel({ toolId: 'constructor' }), /^\w+\.absent$/],
    ['edit.openDiff', inChannel({ toolId: 'x', path: '/etc/passwd' }), /^\w+\.absent$/],
    ['edit.openDiff', inChannel({ toolId: 'x', path: ['/a'] }), bad],
    ['queue.sendNow', inChannel({ messageId: 'x' }), /^(prompt|message)\.gone$/],
    ['turn.review', inChannel({ turnId: 'x' }), /^\w+\.absent$/],
    ['turn.retry', inChannel({}), /^message\.empty$/],
    ['turn.edit', inChannel({}), /^message\.empty$/],
    ['draft.save', inChannel({ draft: 'text' }), bad],
    ['view.save', inChannel({ view: { expanded: Array(3_000).fill('x') } }), bad],
    ['log.report', { level: 'error', message: 'x'.repeat(5_000) }, bad],
    ['log.report', { level: 'show', message: 'x' }, bad],
    ['clipboard.write', { text: { length: 1 } }, bad],
  ]);
});

test('messages of unknown form change nothing and are logged', async () => {
  const before = await surroundings();
  const nested = JSON.parse(`${'{"a":'.repeat(60)}1${'}'.repeat(60)}`);
  const messages: unknown[] = [
    null,
    0,
    'call',
    [],
    [1, 2, 3],
    {},
    nested,
    { kind: 'call' },
    { kind: 'call', id: 'one', method: 'page.ready' },
    { kind: 'call', id: 1 },
    { kind: 'call', id: 1, method: { toString: 'page.ready' } },
    { kind: 'result', id: 1e9, result: 'for nobody' },
    { kind: 'failure', id: 1e9, error: null },
    { kind: 'event', name: '__proto__', event: {} },
    { kind: 'event', name: 'io_message', event: { events: [] } },
    { kind: '__proto__', id: 1 },
    { command: 'tandem.chat.send', args: ['x'] },
    'x'.repeat(5 * 1024 * 1024),
  ];
  for (const message of messages) {
    await page.post(message);
  }
  // Messages are processed in order: after this answer, all earlier ones have been handled.
  expect((await page.call('conversation.snapshot', inChannel({}))).kind).toBe('result');
  expect(await surroundings()).toEqual(before);
  expect(({} as Record<string, unknown>).events).toBeUndefined();
  const log = await window.log();
  expect(log).toContain('page: A message of unknown form was ignored.');
  expect(log).toContain('page: An unknown event was ignored: __proto__');
  expect(log).toContain('page: __proto__: Unknown call: __proto__');
  expect(log).toContain('page: file.open: /etc/passwd is outside of this workspace');
  expect(log).not.toContain('x'.repeat(10_000));
});

testInFull('a conversation in a tab continues while the page of another misbehaves', async () => {
  const { api, workbench, chat } = window;
  const file = join(window.tandem.workspace, 'by-the-tab.txt');
  api.onPrompt('in the tab', [
    toolUse('Write', { file_path: file, content: 'mine\n' }),
    text('Allowed by the right one.'),
  ]);
  await window.run('tandem.chat.openInTab');
  const tab = new Chat(workbench.chatTab());
  await tab.phase('idle');
  await tab.send('in the tab');
  const card = tab.permission('Write');
  await card.waitFor();
  const promptId = (await card.getAttribute('id'))?.replace('prompt-', '');
  const foreign = (await RawPage.of(tab)).channelId;
  expect(foreign).not.toBe(page.channelId);
  const answer = { kind: 'allowOnce' };
  const stolen = await page.call('prompt.answer', { channelId: foreign, promptId, answer });
  expect(stolen.error?.code).toBe('page.unknownChannel');
  const confused = await page.call('prompt.answer', inChannel({ promptId, answer }));
  expect(confused.error?.code).toBe('prompt.gone');
  expect(await card.count()).toBe(1);
  expect(existsSync(file)).toBe(false);
  await tab.answer(card, 'Allow Once');
  await tab.text('Allowed by the right one.').waitFor();
  expect(await readFile(file, 'utf8')).toBe('mine\n');
  await chat.phase('idle');
  await expect.poll(() => chat.log.textContent(), patience).not.toContain('Allowed');
});
