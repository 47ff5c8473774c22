import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json';
import { text, toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { StdioClient } from '../support/mcp/stdioClient';
import { writeTsProject } from '../support/tsProject';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';

let window: ChatWindow;
let agent: StdioClient;
/** Configuration that Tandem has put on the clipboard. */
let copied: string;

beforeAll(async () => {
  window = await ChatWindow.open({
    // `cli/runs` drives the real one.
    cli: 'stand-in',
    builtIns: 'all',
    settings: { 'tandem.permissions.initialMode': 'acceptEdits', 'tandem.diff.open': 'never' },
    prepare: async ({ workspace }) => {
      await writeTsProject(workspace);
      await promisify(execFile)('git', ['init', '--quiet'], { cwd: workspace });
      await writeFile(join(workspace, '.env'), 'TOKEN=useDraft\n');
    },
  });
  await window.chat.phase('idle');
});

afterAll(async () => {
  agent?.kill();
  await window?.run('tandem.runs.clear');
  await window?.close();
});

describeFailures(() => window);

/** Calls a tool as a chat of VS Code does. */
const invoke = (name: string, input: object = {}) =>
  window.driver.evaluate(
    async (vscode, tool, given) => {
      try {
        const options = { input: given, toolInvocationToken: undefined };
        const { content } = await vscode.lm.invokeTool(tool, options);
        const parts = content as { value?: string }[];
        return { text: parts.map(part => part.value ?? '').join('\n'), isError: false };
      } catch (error) {
        return { text: String(error), isError: true };
      }
    },
    name,
    input,
  );

const composer = { path: 'source/composer.ts' };

/** An input of each tool that only reads, and what its answer says. */
const calls: readonly (readonly [name: string, input: object, words: RegExp])[] = [
  ['problems', { path: 'source/broken.ts' }, /broken\.ts:3: error: .*\[ts\(2322\)\]/],
  ['document_symbols', composer, /Composer/],
  ['workspace_symbols', { query: 'useDraft' }, /useDrafts/],
  ['definition', { ...composer, symbol: 'useDraft' }, /draft\.ts/],
  ['references', { ...composer, symbol: 'useDraft' }, /^9 references of useDraft/],
  ['implementations', { path: 'source/draft.ts', symbol: 'Draft' }, /Titled/],
  ['hover', { ...composer, symbol: 'compose' }, /function compose\(id: string\): string/],
  ['call_hierarchy', { ...composer, symbol: 'compose', direction: 'outgoing' }, /useDraft/],
  ['rename_preview', { ...composer, symbol: 'compose', newName: 'write' }, /function write\(/],
  ['open_editors', {}, /open editor/],
  ['find_files', { pattern: 'composer' }, /source\/composer\.ts/],
  ['find_text', { query: 'only a word' }, /source\/list\.ts/],
  ['code_search', { query: 'list of words' }, /source\/list\.ts/],
  ['read_file', { path: 'source/list.ts', limit: 1 }, /type Draft/],
  ['list_directory', { path: 'source' }, /broken\.ts/],
  ['project_tree', {}, /source\//],
  ['changed_files', {}, /tsconfig\.json/],
  ['changes', {}, /note\.txt \(created, \+1 -0, conversation [\w-]+\)\n\+Kept in mind/],
  [
    'searchConversations',
    { query: 'quokkas' },
    /in 1 conversation[\s\S]*session [\w-]{36}[\s\S]* {2}user: remember the quokkas/,
  ],
];

test('chats of VS Code and agents outside of it call every tool, with the same answers', async () => {
  const { api, chat, tandem } = window;
  const file = { file_path: join(tandem.workspace, 'note.txt'), content: 'Kept in mind\n' };
  api.onPrompt('remember the quokkas', [toolUse('Write', file), text('Remembered.')]);
  await chat.send('remember the quokkas');
  await chat.text('Remembered.').waitFor();
  await chat.phase('idle');

  agent = await startAgent();
  const names = ((await agent.ask('tools/list')).result?.tools ?? []).map(({ name }) => name);
  expect(names.sort()).toEqual(
    [...calls.map(([name]) => name), 'runPrompt'].map(name => `tandem_${name}`).sort(),
  );
  await expect
    .poll(async () => (await invoke('tandem_hover', { symbol: 'Draft' })).isError, {
      timeout: 120_000,
    })
    .toBe(false);
  for (const [name, input, words] of calls) {
    const answer = await invoke(`tandem_${name}`, input);
    expect(answer, name).toEqual({ text: expect.stringMatching(words), isError: false });
    expect(await agent.call(`tandem_${name}`, { ...input }), name).toEqual(answer);
  }
});

test('private files, other folders and wrong input are refused in words', async () => {
  for (const call of [invoke, (name: string, input: object) => agent.call(name, { ...input })]) {
    const refused = async (name: string, input: object) => {
      const { text: words, isError } = await call(`tandem_${name}`, input);
      expect(isError, words).toBe(true);
      return words;
    };
    expect(await refused('read_file', { path: '.env' })).toContain('holds secrets');
    expect(await refused('read_file', { path: '/etc/hosts' })).toContain('outside of the folders');
    expect((await call('tandem_find_text', { query: 'TOKEN' })).text).toMatch(/^0 lines/);
  }
  const run = (input: JsonObject) => agent.call('tandem_runPrompt', input);
  expect((await run({ prompt: 'x', files: ['.env'] })).text).toContain('holds secrets');
  expect((await run({ prompt: '' })).text).toContain('cannot be called');
});

test('a chat runs a prompt only after a dialog that shows it', async () => {
  const { api, workbench } = window;
  api.onPrompt('Count the drafts', [text('There is one draft.')]);
  const declined = invoke('tandem_runPrompt', { prompt: 'Count `all` the drafts' });
  const question = /Run this prompt with Tandem's agent\?[\s\S]*Count `all` the drafts/;
  await workbench.answerDialog(question, 'Cancel');
  expect((await declined).isError).toBe(true);
  const running = invoke('tandem_runPrompt', { prompt: 'Count the drafts', waitSeconds: 120 });
  await workbench.answerDialog(/Run this prompt/, 'Yes');
  const { text: words } = await running;
  expect(words).toMatch(
    /^1 run over\.[\s\S]*: done; session [\w-]{36}[\s\S]*There is one draft\.$/,
  );
  await window.run('notifications.clearAll');
});

test('an agent outside of VS Code is named in the question, and gets the result of its run', async () => {
  const { api } = window;
  api.onPrompt('Look at this', [text('A good composer.')]);
  const input = { prompt: 'Look at this', files: ['source/composer.ts'], waitSeconds: 120 };
  const question = /Quokka CLI wants Tandem's agent to work on .*composer\.ts: Look at this/;
  const ask = async (button: string) => {
    const called = agent.call('tandem_runPrompt', input);
    const asked = await window.message(question);
    await asked.getByRole('button', { name: button, exact: true }).click();
    return called;
  };
  expect(await ask("Don't Run")).toMatchObject({ isError: true, text: /did not allow/ });
  const { text: words, isError } = await ask('Run');
  expect(words).toMatch(/composer\.ts: done; session [\s\S]*A good composer\.$/);
  expect(isError).toBe(false);
  await window.run('notifications.clearAll');
  await window.run('notifications.hideList');
});

test('agents get tools only while the setting is on', async () => {
  await window.configure('tandem.editorTools.offerToOthers', false);
  await expect
    .poll(async () => (await agent.call('tandem_open_editors')).text, patience)
    .toContain('turned off');
  await window.configure('tandem.editorTools.offerToOthers', undefined);
});

test('Claude Code without Tandem reads through the window', async () => {
  const { api, tandem } = window;
  const input = { path: 'source/list.ts', limit: 1 };
  api.onPrompt('Read the list', [
    toolUse('mcp__tandem-vscode__tandem_read_file', input),
    text('I have read it.'),
  ]);
  const { path } = await cliBinary('newest');
  const { stdout } = await promisify(execFile)(
    path,
    [
      ...['-p', 'Read the list', '--strict-mcp-config', `--mcp-config=${copied}`],
      '--allowedTools=mcp__tandem-vscode',
    ],
    { cwd: tandem.workspace, env: { PATH: process.env.PATH, ...tandem.home.cliEnv } },
  );
  expect(stdout.trim()).toBe('I have read it.');
  const [result] = api.mainRequests('Read the list').at(-1)?.results ?? [];
  expect(result).toMatchObject({ isError: false, text: expect.stringContaining('type Draft') });
});

// `unit/bin/mcp` has the connection's side of it.
test('an agent keeps its tools across a reload of the window', async () => {
  await window.reload();
  const answer = await agent.call('tandem_read_file', { path: 'source/list.ts', limit: 1 });
  expect(answer).toMatchObject({ isError: false, text: /type Draft/ });
});

/** Starts the server that the copied configuration names, as an agent in a folder of the project. */
async function startAgent(): Promise<StdioClient> {
  const { tandem, driver, workbench } = window;
  const copying = window.run('tandem.mcp.copyConfiguration');
  await workbench.quickInput.pick('For Agents That Run in the Project');
  await copying;
  copied = await driver.evaluate(vscode => vscode.env.clipboard.readText());
  expect(copied).not.toContain('token');
  const { mcpServers } = JSON.parse(copied);
  const client = StdioClient.start(mcpServers['tandem-vscode'], {
    cwd: tandem.workspace,
    env: { PATH: process.env.PATH, HOME: tandem.home.home },
  });
  await client.initialize('Quokka CLI');
  await window.run('notifications.clearAll');
  return client;
}
