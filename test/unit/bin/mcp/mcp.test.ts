import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { mcpBundle } from '../../../../scripts/bundles';
import { silentLog } from '../../../../src/base/log';
import { startedByVariable } from '../../../../src/node/startedBy';
import { systemClock } from '../../../../src/node/systemClock';
import { tandemIdeName } from '../../../../src/protocol/ideNames';
import { IdeServer } from '../../../../src/terminalServer/ideServer';
import { McpServer } from '../../../../src/terminalServer/mcp/mcpServer';
import { failure, textResult } from '../../../../src/terminalServer/mcp/tool';
import type { IdeLimits } from '../../../../src/terminalServer/wire/limits';
import { ScriptedEditor } from '../../../support/ide/scriptedEditor';
import { testInFull } from '../../../support/inFull';
import { StdioClient } from '../../../support/mcp/stdioClient';

let program: string;
let root: string;
let folder: string;
const clients: StdioClient[] = [];
const windows: Window[] = [];

beforeAll(async () => {
  const into = await mkdtemp(join(tmpdir(), 'mcp-'));
  program = join(into, 'mcp.js');
  const { entryPoints: _, outdir: __, ...bundle } = mcpBundle;
  await build({
    ...{ ...bundle, entryPoints: [mcpBundle.entryPoints.mcp], outfile: program, metafile: false },
  });
});
afterAll(async () => {
  await rm(join(program, '..'), { recursive: true, force: true });
  await stop();
});
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'mcp home-')));
  folder = join(root, 'project');
  await mkdir(join(root, '.claude', 'ide'), { recursive: true });
  await mkdir(join(folder, 'deep'), { recursive: true });
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.kill();
  for (const window of windows.splice(0)) window.close();
  await rm(root, { recursive: true, force: true });
});

interface Window {
  readonly asked: string[];
  /** Agents that have introduced themselves. */
  readonly agents: string[];
  readonly waits: AbortSignal[];
  close(): void;
}

/** Opens what a window offers: a server, and its lock file. */
async function openWindow(
  folders = [folder],
  token?: string,
  limits: Partial<IdeLimits> = {},
): Promise<Window> {
  const asked: string[] = [];
  const agents: string[] = [];
  const waits: AbortSignal[] = [];
  const server = new IdeServer({
    ...{ editor: new ScriptedEditor(), version: '1', clock: systemClock, log: silentLog, limits },
    agents: async () => where => {
      let client = '';
      const tool = (name: string) => ({
        ...{ name, description: name, inputSchema: () => ({ type: 'object' }) },
        run: async (input: object, { signal }: { signal: AbortSignal }) => {
          asked.push(`${client} in ${where}: ${name} ${JSON.stringify(input)}`);
          if (name === 'tandem_find_text') {
            waits.push(signal);
            await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
          }
          return name === 'tandem_hover' ? failure('Nothing there.') : textResult('a\n"ä\u001b');
        },
      });
      return new McpServer({
        ...{ name: 'window', version: '1', log: silentLog },
        tools: () => ['tandem_read_file', 'tandem_hover', 'tandem_find_text'].map(tool),
        onInitialize: ({ name = '' }) => {
          client = name;
          agents.push(name);
        },
      });
    },
  });
  const address = await server.listen();
  await writeLock(address.port, folders, token ?? address.token);
  const window = {
    ...{ asked, agents, waits },
    close: () => server.dispose(),
  };
  windows.push(window);
  return window;
}

/** Offers a window that lets nobody in; resolves when somebody has tried. */
async function refusedOnce(): Promise<void> {
  const server = createServer();
  const tried = once(server, 'connection');
  server.on('connection', socket => socket.destroy());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await writeLock((server.address() as AddressInfo).port, [folder], 'z'.repeat(43));
  await tried;
  server.close();
}

/** Offers a window that hangs up after the upgrade; resolves when somebody was sent away. */
async function sentAwayOnce(): Promise<() => void> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const gone = new Promise<void>(resolve => {
    server.on('connection', socket => {
      socket.once('close', () => resolve());
      socket.close(1013);
    });
  });
  await once(server, 'listening');
  await writeLock((server.address() as AddressInfo).port, [folder], 'z'.repeat(43));
  await gone;
  return () => server.close();
}

async function writeLock(port: number, folders: readonly string[], token: string): Promise<void> {
  const content = { pid: process.pid, ideName: tandemIdeName, workspaceFolders: folders };
  const text = JSON.stringify({ ...content, authToken: token });
  await writeFile(join(root, '.claude', 'ide', `${port}.lock`), text);
}

const removeLocks = () =>
  rm(join(root, '.claude', 'ide'), { recursive: true, force: true }).then(() =>
    mkdir(join(root, '.claude', 'ide')),
  );

async function agent(cwd = folder, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const started = { command: process.execPath, args: [program, ...args] };
  const client = StdioClient.start(started, {
    ...{ cwd, env: { HOME: root, USERPROFILE: root, ...env } },
  });
  clients.push(client);
  await client.initialize('Quokka');
  return client;
}

it('lists the tools without a window, and passes calls to the one that has the folder', async () => {
  const client = await agent(join(folder, 'deep'));
  const { result } = await client.ask('tools/list');
  const read = result?.tools?.find(({ name }) => name === 'tandem_read_file');
  expect(read).toMatchObject({
    inputSchema: { required: ['path'] },
    annotations: { readOnlyHint: true },
  });
  const run = result?.tools?.find(({ name }) => name === 'tandem_runPrompt');
  expect(run).toMatchObject({ annotations: { readOnlyHint: false } });
  expect((await client.call('tandem_read_file')).text).toContain('Open the folder in VS Code');

  const other = await openWindow([join(root, 'other')]);
  expect((await client.call('tandem_read_file')).text).toContain('--workspace=<folder>');
  const window = await openWindow();
  const input = { path: 'ä', text: '\u0000\u2028"', deep: [{}] };
  expect(await client.call('tandem_read_file', input)).toEqual({
    ...{ text: 'a\n"ä\u001b', isError: false },
  });
  expect(await client.call('tandem_hover')).toEqual({ text: 'Nothing there.', isError: true });
  expect(window.asked).toEqual([
    `Quokka in ${join(folder, 'deep')}: tandem_read_file ${JSON.stringify(input)}`,
    `Quokka in ${join(folder, 'deep')}: tandem_hover {}`,
  ]);
  expect(other.asked).toEqual([]);
  await client.close();
});

it('takes the window of --workspace, wherever it runs', async () => {
  const window = await openWindow();
  const client = await agent(root, [`--workspace=${folder}`]);
  expect((await client.call('tandem_read_file')).isError).toBe(false);
  expect(window.asked).toEqual([`Quokka in ${folder}: tandem_read_file {}`]);
});

it('survives a reload: the call that is cut off fails in words, the next one arrives', async () => {
  const before = await openWindow();
  const client = await agent();
  const cut = client.call('tandem_find_text');
  await expect.poll(() => before.waits.length).toBe(1);
  await removeLocks();
  before.close();
  expect(await cut).toEqual({
    ...{ isError: true, text: expect.stringContaining('closed or reloaded') },
  });
  // The window is gone for a moment; several calls wait for it.
  const waiting = [client.call('tandem_read_file'), client.call('tandem_read_file')];
  await refusedOnce();
  await removeLocks();
  const after = await openWindow();
  expect(await Promise.all(waiting)).toMatchObject([{ isError: false }, { isError: false }]);
  expect(after.asked).toHaveLength(2);
});

it('connects only once to a window that has first sent it away, and ends with its input', async () => {
  const before = await openWindow();
  const client = await agent();
  const cut = client.call('tandem_find_text');
  await expect.poll(() => before.waits.length).toBe(1);
  await removeLocks();
  before.close();
  await cut;
  const first = client.call('tandem_read_file');
  const close = await sentAwayOnce();
  const second = client.call('tandem_read_file');
  // When this is answered, the program has the second call, too.
  await client.ask('tools/list');
  await removeLocks();
  close();
  const after = await openWindow();
  expect(await Promise.all([first, second])).toMatchObject([
    { isError: false },
    { isError: false },
  ]);
  await client.close();
  expect(await client.exited).toEqual([0, null]);
  expect(after.agents).toEqual(['Quokka']);
});

it('explains a stale token, a window that is gone, and several windows', async () => {
  await openWindow([folder], 'y'.repeat(43));
  const client = await agent();
  expect((await client.call('tandem_read_file')).text).toContain('Reload the window');
  const [stale] = windows;
  stale?.close();
  expect((await client.call('tandem_read_file')).text).toMatch(/cannot be reached.*Reload it/);
  await removeLocks();
  await openWindow();
  await openWindow();
  expect((await client.call('tandem_read_file')).text).toContain('2 windows of VS Code have');
});

it('passes on that a call is cancelled', async () => {
  const window = await openWindow();
  const client = await agent();
  void client.ask('tools/call', { name: 'tandem_find_text', arguments: {} });
  await expect.poll(() => window.waits.length).toBe(1);
  // The id after that of `initialize`.
  const params = { requestId: 2 };
  client.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  await expect.poll(() => window.waits[0]?.aborted).toBe(true);
  expect((await client.call('tandem_read_file')).isError).toBe(false);
});

it('ends what runs in the window when it is killed', async () => {
  const window = await openWindow();
  const client = await agent();
  void client.ask('tools/call', { name: 'tandem_find_text', arguments: {} });
  await expect.poll(() => window.waits.length).toBe(1);
  client.kill();
  await expect.poll(() => window.waits[0]?.aborted).toBe(true);
});

it('survives hostile input', async () => {
  await openWindow();
  const client = await agent();
  for (const line of ['{', '[]', 'null', '7', '{"jsonrpc":"1.0","id":1}', '\u0007\u001b[2J']) {
    const answer = client.answerTo(null);
    client.write(line);
    expect((await answer).error?.code, line).toBeLessThan(0);
  }
  const overlong = client.answerTo(null);
  client.write('x'.repeat((16 << 20) + 1));
  expect((await overlong).error?.message).toContain('16 MB');
  expect((await client.ask('nothing/here')).error?.code).toBe(-32601);
  expect((await client.call('tandem_x')).text).toContain('There is no tool');
  expect((await client.call('tandem_read_file')).isError).toBe(false);
});

testInFull('answers deep and endless nesting, and goes on', async () => {
  await openWindow();
  const client = await agent();
  const deep = 100_000;
  const nested = `${'['.repeat(deep)}${']'.repeat(deep)}`;
  for (const [id, params] of [
    ['a', `{"name":"tandem_read_file","arguments":{"path":${nested}}}`],
    ['b', `{"name":${nested}}`],
    ['c', nested],
  ]) {
    const answer = client.answerTo(id);
    client.write(`{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${params}}`);
    expect(await answer, id).toMatchObject({ id });
  }
  expect((await client.call('tandem_read_file')).isError).toBe(false);
});

testInFull('answers more calls at once than the window takes from one agent', async () => {
  const window = await openWindow();
  const client = await agent();
  const calls = Array.from({ length: 250 }, () => client.call('tandem_read_file'));
  const answers = await Promise.all(calls);
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  expect(window.asked).toHaveLength(250);
  // Calls that hang, more than the window takes at once.
  for (let id = 1_000; id < 1_130; id += 1) {
    const params = { name: 'tandem_find_text', arguments: {} };
    client.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }));
  }
  await expect.poll(() => window.waits.length).toBe(100);
  const last = client.call('tandem_read_file');
  for (let requestId = 1_000; requestId < 1_130; requestId += 1) {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } };
    client.write(JSON.stringify(cancel));
  }
  expect((await last).isError).toBe(false);
});

it('names the reason when the window has too many agents', async () => {
  await openWindow([folder], undefined, { agents: 1 });
  const other = await agent();
  expect((await other.call('tandem_read_file')).isError).toBe(false);
  const client = await agent();
  expect((await client.call('tandem_read_file')).text).toContain('too many agents');
});

it('offers nothing to an agent that Tandem has started', async () => {
  const client = await agent(folder, [], { [startedByVariable]: 'x' });
  expect((await client.ask('tools/list')).result?.tools).toEqual([]);
});

it('ends with its input', async () => {
  const client = await agent();
  await client.close();
  expect(await client.exited).toEqual([0, null]);
});
