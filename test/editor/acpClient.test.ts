import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text, toolUse } from '../support/api/reply';
import { cliBinary } from '../support/cli/cliBinary';
import { repository } from '../support/editor/tandemWindow';
import { testInFull } from '../support/inFull';
import type { AcpBed, open } from './support/acpEntry';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { EditorTerminal } from './support/editorTerminal';

// The editor's side of the protocol runs in the extension host of a real window; the test is the agent.
let window: ChatWindow;
let folder: string;

interface Global {
  acp: AcpBed;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acp-entry-'));
  const entry = join(folder, 'entry.cjs');
  await build({
    entryPoints: [join(repository, 'test/editor/support/acpEntry.ts')],
    outfile: entry,
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'] },
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  });
  window = await ChatWindow.open({ isShown: false, cli: 'stand-in' });
  await window.driver.evaluate(
    (vscode, path, cwd) => {
      const extension = vscode.extensions.getExtension('tandem.tandem-code');
      const make: typeof open = require(path).open;
      (globalThis as unknown as Global).acp = make(cwd, extension?.extensionPath ?? '');
    },
    entry,
    window.tandem.workspace,
  );
});

afterAll(async () => {
  await window?.driver.evaluate(async vscode => {
    (globalThis as unknown as Global).acp?.dispose();
    // After a failure, an unsaved file would keep the window from closing its editors.
    for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  await window?.close();
  await rm(folder, { recursive: true, force: true });
});
describeFailures(() => window);

const inWorkspace = (name: string) => join(window.tandem.workspace, name);

const read = (path: string) =>
  window.driver.evaluate(
    (_, one) => (globalThis as unknown as Global).acp.client.files.read(one),
    path,
  );

const write = (path: string, content: string) =>
  window.driver.evaluate(
    (_, one, next) =>
      (globalThis as unknown as Global).acp.client.files.write(
        one,
        next,
        new AbortController().signal,
      ),
    path,
    content,
  );

/** Shows a file, and types at its beginning. */
const type = (path: string, typed: string) =>
  window.driver.evaluate(
    async (vscode, one, words) => {
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(one));
      await editor.edit(edit => edit.insert(new vscode.Position(0, 0), words));
    },
    path,
    typed,
  );

/** Returns the text of an open file, and whether it is unsaved. */
const inEditor = (path: string) =>
  window.driver.evaluate(async (vscode, one) => {
    const document = await vscode.workspace.openTextDocument(one);
    return { text: document.getText(), isDirty: document.isDirty };
  }, path);

describe('files', () => {
  test('unsaved text is read, and replaced by a change that can be undone', async () => {
    const path = inWorkspace('notes.txt');
    await writeFile(path, '\uFEFFone\r\ntwo\r\n');
    expect(await read(path)).toBe('one\r\ntwo\r\n');
    await type(path, 'typed ');
    expect(await read(path)).toBe('typed one\r\ntwo\r\n');
    await write(path, 'typed one\nTWO\n');
    expect(await readFile(path, 'utf8')).toBe('\uFEFFtyped one\r\nTWO\r\n');
    expect(await inEditor(path)).toEqual({ text: 'typed one\r\nTWO\r\n', isDirty: false });
    await window.run('undo');
    expect((await inEditor(path)).text).toBe('typed one\r\ntwo\r\n');
    await window.run('workbench.action.files.save');
  });

  test("text that the agent has not seen stays the user's", async () => {
    const path = inWorkspace('mine.txt');
    await writeFile(path, 'one\n');
    await type(path, 'mine ');
    await expect(write(path, 'ONE\n')).rejects.toThrow('the user has typed in it');
    expect(await inEditor(path)).toEqual({ text: 'mine one\n', isDirty: true });
    await window.run('workbench.action.files.save');
    await expect(write(path, 'ONE\n')).rejects.toThrow('Read the file again');
    expect(await readFile(path, 'utf8')).toBe('mine one\n');
    expect(await read(path)).toBe('mine one\n');
    await write(path, 'mine ONE\n');
    expect(await readFile(path, 'utf8')).toBe('mine ONE\n');
  });

  test('missing folders are created; nothing outside of the folder is touched', async () => {
    const created = inWorkspace('deep/er/new.txt');
    expect(await read(created)).toBeNull();
    await write(created, 'a\r\nb');
    expect(await readFile(created, 'utf8')).toBe('a\r\nb');
    const outside = join(dirname(window.tandem.workspace), 'outside.txt');
    await symlink(outside, inWorkspace('link.txt'));
    for (const path of [outside, inWorkspace('../outside.txt'), inWorkspace('link.txt')]) {
      await expect(read(path)).rejects.toThrow('outside of the folders');
      await expect(write(path, 'x')).rejects.toThrow('outside of the folders');
    }
    await expect(readFile(outside)).rejects.toThrow('ENOENT');
    await writeFile(inWorkspace('.env'), 'TOKEN=1');
    await expect(read(inWorkspace('.env'))).rejects.toThrow('holds secrets by its name');
  });
});

test('what the agent looks at is shown as a preview, unless it is not shared', async () => {
  const follow = (path: string, line: number) =>
    window.driver.evaluate(
      (_, one, at) => (globalThis as unknown as Global).acp.client.follow?.(one, at),
      path,
      line,
    );
  const shown = () =>
    window.driver.evaluate(vscode => {
      const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
      const { selection } = vscode.window.activeTextEditor ?? {};
      return {
        previews: tabs.filter(({ isPreview }) => isPreview).map(({ label }) => label),
        all: tabs.map(({ label }) => label),
        line: selection?.start.line,
      };
    });
  await window.run('workbench.action.closeAllEditors');
  await follow(inWorkspace('package.json'), 2);
  await window.configure('tandem.followAlong', true);
  await follow(inWorkspace('.env'), 1);
  await follow(inWorkspace('README.md'), 2);
  await expect
    .poll(shown, patience)
    .toEqual({ previews: ['README.md'], all: ['README.md'], line: 1 });
  await window.run('tandem.followAlong.toggle');
  const isOn = () =>
    window.driver.evaluate(vscode => vscode.workspace.getConfiguration().get('tandem.followAlong'));
  await expect.poll(isOn, patience).toBe(false);
});

testInFull(
  'the tools of the editor are offered to a client of MCP, over HTTP and by the relay',
  async () => {
    const path = inWorkspace('shown.txt');
    await writeFile(path, 'on disk\n');
    await type(path, 'unsaved ');
    const servers = await window.driver.evaluate(async () => {
      const { client } = (globalThis as unknown as Global).acp;
      const over = (http: boolean) => client.servers({ http, sse: false });
      return [...(await over(true)), ...(await over(false))] as unknown as AgentServer[];
    });
    const [far, near] = servers;
    const mcpServers = {
      far: { type: 'http', url: far?.url, headers: byName(far?.headers) },
      near: { command: near?.command, args: near?.args, env: byName(near?.env) },
    };
    const { api, home, workspace } = window.tandem;
    const call = (server: string) => toolUse(`mcp__${server}__read_file`, { path });
    api.onPrompt('use both', [call('far'), call('near'), text('Both work.')]);
    const { command, prefix } = await cliBinary('newest');
    const tools = ['--strict-mcp-config', '--allowedTools', 'mcp__far,mcp__near'];
    const config = ['--mcp-config', JSON.stringify({ mcpServers })];
    await promisify(execFile)(command, [...prefix, '-p', 'use both', ...tools, ...config], {
      ...{ cwd: workspace, env: home.env },
    });
    const results = api.mainRequests('use both').flatMap(one => one.results.slice(-1));
    expect(results.map(({ text: words }) => words)).toEqual([
      expect.stringContaining('unsaved on disk'),
      expect.stringContaining('unsaved on disk'),
    ]);
    const refused = await fetch(far?.url ?? '', { method: 'POST', body: '{}' });
    expect(refused.status).toBe(401);
    await window.run('workbench.action.files.revert');
  },
);

interface AgentServer {
  readonly url?: string;
  readonly headers?: Pairs;
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Pairs;
}

type Pairs = readonly { readonly name: string; readonly value: string }[];

const byName = (pairs: Pairs = []) =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

describe('terminals', () => {
  interface Ran {
    readonly output: string;
    readonly exit: unknown;
  }

  const terminalNames = () =>
    window.driver.evaluate(vscode => vscode.window.terminals.map(({ name }) => name));

  /** Runs a line in a terminal until its output has the words, or its end. Then `act` is called. */
  function run(line: string, words: string | null, act: 'kill' | 'release'): Promise<Ran> {
    return window.driver.evaluate(
      async (_, { command, cwd, until, end }) => {
        const { terminals } = (globalThis as unknown as Global).acp.client;
        const request = { args: [], env: { GREETING: 'hello' }, outputByteLimit: 1_000 };
        const terminal = await terminals.create({ ...request, command, cwd });
        const hasSaid = async (): Promise<void> => {
          if (!terminal.output().text.includes(until ?? '')) {
            await new Promise(resolve => setTimeout(resolve, 10));
            await hasSaid();
          }
        };
        await (until === null ? terminal.exited : hasSaid());
        const before = terminal.output().text;
        await terminal[end]();
        return {
          output: end === 'kill' ? terminal.output().text : before,
          exit: await terminal.exited,
        };
      },
      { command: line, cwd: window.tandem.workspace, until: words, end: act },
    );
  }

  const processes = async (mark: string) =>
    (await window.tandem.editor.processes()).filter(({ argv }) => argv.join(' ').includes(mark));

  test('a command is shown in a terminal, which takes no focus', async () => {
    await window.driver.evaluate(
      async (vscode, one) => void (await vscode.window.showTextDocument(vscode.Uri.file(one))),
      inWorkspace('notes.txt'),
    );
    const { output, exit } = await run('echo "$GREETING" grüße; exit 3', null, 'release');
    expect([output, exit]).toEqual(['hello grüße\n', { code: 3, signal: null }]);
    const terminal = EditorTerminal.named(window, 'echo "$GREETING" grüße; exit 3');
    await terminal.until(/exit 3\nhello grüße\n\[ended with code 3\]/);
    await expect.poll(terminalNames, patience).toEqual([terminal.name]);
    await window.workbench.page.keyboard.type('typed here ');
    await expect
      .poll(async () => (await inEditor(inWorkspace('notes.txt'))).text, patience)
      .toContain('typed here ');
    await window.run('workbench.action.files.revert');
  });

  test('killing and releasing leave no process, and one terminal serves for all', async () => {
    const line = (seconds: number) => `sleep ${seconds} & echo started; sleep ${seconds}`;
    const killed = await run(line(4_711), 'started', 'kill');
    expect([killed.output, killed.exit]).toEqual(['started\n', { code: null, signal: 'SIGTERM' }]);
    await run(line(4_712), 'started', 'release');
    expect(await terminalNames()).toHaveLength(1);
    expect(await processes('sleep 471')).toEqual([]);
  });

  test('what still runs ends with the conversation', async () => {
    await window.driver.evaluate(async (_, cwd) => {
      const { terminals } = (globalThis as unknown as Global).acp.client;
      const request = { command: 'sleep 4713 & sleep 4713', args: [], env: {}, outputByteLimit: 9 };
      await terminals.create({ ...request, cwd });
    }, window.tandem.workspace);
    await expect.poll(() => processes('sleep 4713'), patience).not.toEqual([]);
    await window.driver.evaluate(() => (globalThis as unknown as Global).acp.client.dispose());
    await expect.poll(() => processes('sleep 4713'), patience).toEqual([]);
  });
});
