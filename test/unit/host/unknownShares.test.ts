import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToolCallId } from '../../../src/contract/ids';
import type { ToolUse } from '../../../src/protocol/agentSource';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { networkPaths } from '../../support/networkPaths';
import { FakeClock } from '../node/fakeClock';

/** Calls of the file system and of the editor that look at a path. */
const looks = vi.hoisted(() => ({ at: [] as string[] }));

vi.mock('node:fs/promises', () => {
  const look = (path: unknown) => {
    looks.at.push(String(path));
    return Promise.reject(Object.assign(new Error('absent'), { code: 'ENOENT' }));
  };
  const names = ['access', 'lstat', 'open', 'readFile', 'readdir', 'realpath', 'stat'];
  const spies = Object.fromEntries(names.map(name => [name, look]));
  return { ...spies, default: spies };
});

vi.mock('vscode', () => {
  const look = (...given: unknown[]) => void looks.at.push(JSON.stringify(given));
  return {
    Uri: { file: (path: string) => ({ path, fsPath: path, scheme: 'file' }), joinPath: look },
    RelativePattern: class {},
    l10n: { t: (text: string, ...values: unknown[]) => `${text} ${values.join(' ')}` },
    commands: { executeCommand: look },
    workspace: {
      workspaceFolders: [{ uri: { scheme: 'file', fsPath: 'C:\\work' } }],
      createFileSystemWatcher: look,
      fs: { stat: look, readFile: look },
      openTextDocument: look,
    },
  };
});

// Files of one worker share modules: these are loaded with the mocks, and not left behind.
vi.resetModules();
const { PathSpelling } = await import('../../../src/core/conversation/pathSpelling');
const { AllowedPaths } = await import('../../../src/host/agentTools/read/text/allowedPaths');
const { readMcpFile } = await import('../../../src/host/agentTools/servers/mcpFile');
const { DropReader } = await import('../../../src/host/chat/dropReader');
const { FileOpener } = await import('../../../src/host/chat/fileOpener');
const { ProposalFile } = await import('../../../src/host/proposedEdits/proposalFile');
const { absolutePath } = await import('../../../src/terminalServer/tools/absolutePath');
afterAll(() => {
  vi.doUnmock('node:fs/promises');
  vi.doUnmock('vscode');
  vi.resetModules();
});

const cwd = 'C:\\work';
const win32 = 'win32';
const share = '\\\\server\\share';

beforeEach(() => {
  looks.at.length = 0;
});

function useOf(paths: readonly string[]): ToolUse {
  const toolId = 'tool' as ToolCallId;
  return { toolId, tool: 'Edit', input: {}, cwd, isSubagent: false, edits: paths, reads: paths };
}

const nothingDenied = { deny: async () => false };
const quiet = { message: expect.any(String), code: expect.any(String) };

describe.each(networkPaths)('%s is not looked at', path => {
  it('by the tools of an agent', async () => {
    const paths = new AllowedPaths(cwd, [cwd], nothingDenied, win32);
    await expect(paths.resolve(path)).rejects.toMatchObject({ code: 'file.outside' });
    await expect(paths.readable(path)).rejects.toMatchObject({ code: 'file.outside' });
    expect(await paths.mayRead(path)).toBe(false);
    expect(await paths.contains(path)).toBe(false);
    expect(looks.at).toEqual([]);
  });

  it('when the page wants to open it', async () => {
    const opener = new FileOpener(win32);
    const channel = { cwd, conversation: emptyConversation };
    await expect(opener.openFile({ path }, channel)).rejects.toMatchObject({
      code: 'file.outside',
    });
    expect(looks.at).toEqual([]);
  });

  it('when it is dropped into the page', async () => {
    expect(await new DropReader(win32).read({ cwd }, [path])).toEqual([]);
    expect(looks.at).toEqual([]);
  });

  it('for a proposal that waits for permission', async () => {
    const file = new ProposalFile(path, 'a.txt', new FakeClock(), win32);
    await expect(file.read()).rejects.toMatchObject({ code: 'file.unreadable' });
    file.watch(
      () => undefined,
      () => undefined,
    );
    expect(looks.at).toEqual([]);
  });

  it('before a call is allowed', async () => {
    const spelling = new PathSpelling(cwd, win32);
    looks.at.length = 0;
    expect(await spelling.ofUse(useOf([path, 'C:\\work\\a']))).toMatchObject({
      edits: ['c:\\work\\a'],
      reads: ['c:\\work\\a'],
    });
    expect(looks.at).toEqual([]);
  });

  it('for a CLI in a terminal', () => {
    const exists = (one: string) => looks.at.push(one) > 0;
    const surroundings = { platform: 'win32', home: 'C:\\Users\\me', cwd, exists } as const;
    expect(() => absolutePath(path, { ...surroundings, folders: [cwd] })).toThrow(
      expect.objectContaining(quiet),
    );
    expect(looks.at).toEqual([]);
  });

  it('for a server of the workspace', async () => {
    const read = async (one: string) => String(looks.at.push(one));
    const context = { folder: cwd, file: 'mcp.json', home: cwd, env: {}, read };
    const text = JSON.stringify({ servers: { one: { command: 'x', envFile: path } } });
    expect(await readMcpFile(text, { ...context, platform: 'win32' })).toMatchObject([
      { name: 'one', reason: expect.stringContaining('network share') },
    ]);
    expect(looks.at).toEqual([]);
  });
});

describe('A file on the share of a folder', () => {
  const path = `${share}\\folder\\a.txt`;

  it('is looked at by the tools of an agent', async () => {
    await new AllowedPaths(cwd, [cwd, share], nothingDenied, win32).contains(path);
    expect(looks.at).toContain(path);
  });

  it('is followed before a call is allowed', async () => {
    const spelling = new PathSpelling(cwd, win32, () => [share]);
    expect((await spelling.ofUse(useOf([path]))).edits).toEqual([path]);
  });

  it('is resolved for a CLI in a terminal', () => {
    const surroundings = { platform: 'win32', home: cwd, cwd, exists: () => false } as const;
    expect(absolutePath(path, { ...surroundings, folders: [share] })).toBe(path);
  });
});
