import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { currentReadRules } from '../../../../src/cli/permissions/readRules';
import { SettingsLayers } from '../../../../src/cli/permissions/settingsLayers';
import type { SearchHit } from '../../../../src/cli/sessions/search/searchSessions';
import type { SharedFeatures } from '../../../../src/host/toolsForOthers/tool/sharedTool';
import type {
  ToolsForOthers,
  ToolsForOthersParts,
} from '../../../../src/host/toolsForOthers/toolsForOthers';
import { FakeClock } from '../../node/fakeClock';

const workspace = { isTrusted: true, workspaceFolders: [] as object[], textDocuments: [] };
let module: typeof import('../../../../src/host/toolsForOthers/toolsForOthers');
let folder: string;
let isOffered = true;
let cwd: string | undefined;
let denied = '';
const questions: string[] = [];

class Result {
  constructor(readonly content: readonly { value: string }[]) {}
}
class Part {
  constructor(readonly value: string) {}
}

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('vscode', () => ({
    ...{ window: { tabGroups: { all: [] } }, workspace, TreeItemCollapsibleState: { None: 0 } },
    ...{ ProgressLocation: {}, StatusBarAlignment: {} },
    l10n: {
      t: (text: string, ...of: string[]) => text.replace(/\{(\d)\}/g, (_, at) => of[at] ?? ''),
    },
    ...{ LanguageModelToolResult: Result, LanguageModelTextPart: Part },
    MarkdownString: Part,
    CancellationError: class extends Error {
      override readonly message = 'Canceled';
    },
    Uri: { file: (fsPath: string) => ({ scheme: 'file', fsPath, toString: () => fsPath }) },
  }));
  module = await import('../../../../src/host/toolsForOthers/toolsForOthers');
  folder = await realpath(await mkdtemp(join(tmpdir(), 'for-others-')));
  workspace.workspaceFolders.push({ uri: { scheme: 'file', fsPath: folder } });
  await writeFile(join(folder, 'a.txt'), `${'a line\n'.repeat(300)}`);
});
afterAll(async () => {
  vi.doUnmock('vscode');
  vi.resetModules();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  [isOffered, cwd, denied, workspace.isTrusted] = [true, folder, '', true];
  questions.length = 0;
});

function tools(
  features: Partial<SharedFeatures> = {},
  more: Partial<ToolsForOthersParts> = {},
): ToolsForOthers {
  return new module.ToolsForOthers({
    ...{ version: '1', titles: new Map([['tandem_read_file', 'Read File']]) },
    readRules: () => ({ deny: async path => path === denied }),
    features: features as SharedFeatures,
    consent: {
      ask: async (agent, { prompt, folder: where }) => {
        questions.push(`${agent} in ${where}: ${prompt}`);
        return false;
      },
    },
    ...{ cwd: () => cwd, workspaceFolders: () => [folder], isOffered: () => isOffered },
    ...{ clock: new FakeClock(), log: silentLog },
    ...more,
  });
}

const token = (isCancellationRequested = false) => {
  const listeners: (() => void)[] = [];
  return {
    isCancellationRequested,
    onCancellationRequested: (listener: () => void) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
    cancel: () => {
      for (const listener of listeners) listener();
    },
  };
};

async function invoke(
  name: string,
  input: unknown,
  { of = tools(), options = {}, by = token() } = {},
): Promise<string> {
  const given = { input, toolInvocationToken: undefined, ...options };
  const result = await of.invoke(name, given as never, by as never);
  return (result as unknown as Result).content.map(({ value }) => value).join();
}

it('reads for a chat, under the rules of the user and within its budget of tokens', async () => {
  expect(await invoke('tandem_read_file', { path: 'a.txt' })).toMatch(/^a\.txt[\s\S]*a line/);
  const countTokens = async (text: string) => text.length;
  const options = { tokenizationOptions: { tokenBudget: 500, countTokens } };
  const short = await invoke('tandem_read_file', { path: 'a.txt' }, { options });
  expect(short.length).toBeLessThanOrEqual(500);
  expect(short).toContain('The rest is left out');
  denied = join(folder, 'a.txt');
  await expect(invoke('tandem_read_file', { path: 'a.txt' })).rejects.toThrow(/deny reading/);
});

it.each<[string, () => void, RegExp]>([
  ['the setting is off', () => (isOffered = false), /offerToOthers/],
  ['no folder is open', () => (cwd = undefined), /No folder is open/],
  ['the workspace is not trusted', () => (workspace.isTrusted = false), /needs a trusted/],
])('explains why it does nothing when %s', async (_, make, words) => {
  make();
  for (const name of ['tandem_find_text', 'tandem_changes', 'tandem_searchConversations']) {
    await expect(invoke(name, { query: 'some' })).rejects.toThrow(words);
  }
  await expect(invoke('tandem_runPrompt', { prompt: 'x' })).rejects.toThrow(words);
});

it('reads files in an untrusted workspace, too', async () => {
  workspace.isTrusted = false;
  expect(await invoke('tandem_read_file', { path: 'a.txt', limit: 1 })).toContain('a line');
});

it.each([undefined, null, 7, 'path', [[]], { path: 7 }, { path: 'a.txt', line: -1 }])(
  'refuses the input %j in words',
  async input => {
    await expect(invoke('tandem_read_file', input)).rejects.toThrow('cannot be called like this');
  },
);

it('refuses paths outside of the folders, and tools that there are not', async () => {
  for (const path of ['/etc/hosts', '../x', '..', '\u0000']) {
    await expect(invoke('tandem_read_file', { path }), path).rejects.toThrow();
  }
  await expect(invoke('tandem_x', {})).rejects.toThrow('There is no tool tandem_x');
});

async function* none(hits: readonly SearchHit[]) {
  yield* hits;
}

it('ends with a cancelled call', async () => {
  await expect(invoke('tandem_read_file', { path: 'a.txt' }, { by: token(true) })).rejects.toThrow(
    'Canceled',
  );
  const by = token();
  const of = tools({
    conversations: async () => [],
    searchText: (_query, _rows, _progress, signal) => {
      by.cancel();
      expect(signal.aborted).toBe(true);
      return none([]);
    },
  });
  await expect(invoke('tandem_searchConversations', { query: 'abc' }, { by, of })).rejects.toThrow(
    'Canceled',
  );
});

it('describes a call, and asks only before a run', () => {
  expect(tools().prepare('tandem_read_file', { path: 'a](command:x)' })).toEqual({
    invocationMessage: 'Read File: a] (command:x)',
  });
  expect(tools().prepare('tandem_open_editors', {})).toEqual({
    invocationMessage: 'tandem_open_editors',
  });
  const { confirmationMessages } = tools().prepare('tandem_runPrompt', {
    prompt: 'a\u202eb\u0007c',
  });
  const { title, message } = confirmationMessages as unknown as { title: string; message: Part };
  expect(title).toBe("Run this prompt with Tandem's agent?");
  expect(message.value).toMatch(/```\na b c\n```$/);
  // The call itself is refused.
  expect(tools().prepare('tandem_runPrompt', { prompt: '' })).not.toHaveProperty(
    'confirmationMessages',
  );
});

it('serves an agent in its folder, and asks under its name before a run', async () => {
  const session = tools().connect(join(folder, 'deep'));
  const ask = (method: string, params: object) =>
    session.handle({ jsonrpc: '2.0', id: 1, method, params });
  await ask('initialize', { clientInfo: { name: 'Quokka' } });
  const call = async (name: string, input: object) =>
    JSON.stringify(await ask('tools/call', { name, arguments: input }));
  expect(await call('tandem_read_file', { path: '../a.txt', limit: 1 })).toContain('a line');
  expect(await call('tandem_read_file', { path: 'a.txt' })).toContain('does not exist');
  expect(await call('tandem_runPrompt', { prompt: 'Do it' })).toContain('did not allow');
  expect(questions).toEqual([`Quokka in ${folder}: Do it`]);
});

it.each(['/', '/etc', 'relative', ''])(
  'takes the folder of the window for one in %j',
  async where => {
    const session = tools().connect(where);
    const params = { name: 'tandem_read_file', arguments: { path: 'a.txt', limit: 1 } };
    const answer = await session.handle({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    expect(JSON.stringify(answer)).toContain('a line');
  },
);

/** Calls a tool of an agent that runs in a folder; resolves with the answer as JSON. */
async function read(session: ReturnType<ToolsForOthers['connect']>, path: string) {
  const params = { name: 'tandem_read_file', arguments: { path } };
  return JSON.stringify(
    await session.handle({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  );
}

it('keeps the rules of the window, whatever folder in it an agent says it runs in', async () => {
  await mkdir(join(folder, '.claude'));
  await mkdir(join(folder, 'below'));
  await writeFile(join(folder, 'plans.txt'), 'a plan');
  const settings = { permissions: { deny: ['Read(./plans.txt)'] } };
  await writeFile(join(folder, '.claude', 'settings.json'), JSON.stringify(settings));
  const layers = new SettingsLayers({
    ...{ configFolders: () => [], managed: join(folder, 'none'), launch: () => ({}) },
  });
  const readRules: ToolsForOthersParts['readRules'] = (...folders) =>
    currentReadRules({ layers, home: () => folder, platform: process.platform }, ...folders);
  for (const where of [folder, join(folder, 'below'), join(folder, 'none', 'yet')]) {
    const session = tools({}, { readRules }).connect(where);
    expect(await read(session, join(folder, 'plans.txt')), where).toContain('deny reading');
  }
});

it('reads nothing of a folder that the window no longer has', async () => {
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'for-others-outside-')));
  try {
    await writeFile(join(outside, 'b.txt'), 'of another project');
    let folders = [folder, outside];
    const session = tools({}, { workspaceFolders: () => folders }).connect(outside);
    expect(await read(session, 'b.txt')).toContain('of another project');
    folders = [folder];
    expect(await read(session, join(outside, 'b.txt'))).toContain('is outside of the folders');

    // A link that led into the workspace, when the agent connected.
    const link = join(folder, 'link');
    const linked = tools().connect(link);
    expect(await read(linked, 'x')).toContain('does not exist');
    await symlink(outside, link);
    expect(await read(linked, join(outside, 'b.txt'))).toContain('is outside of the folders');
  } finally {
    await rm(outside, { recursive: true, force: true });
  }
});
