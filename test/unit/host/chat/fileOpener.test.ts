import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { hostileNames } from '../../../support/fixtures/hostileNames';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-open-')));
const cwd = join(root, 'workspace');
/** Commands of the editor, with the path that each got. */
const opened: [string, string][] = [];
const external: string[] = [];

vi.doMock('vscode', () => ({
  l10n: { t: (text: string, ...args: unknown[]) => `${text} ${args.join()}` },
  Uri: {
    file: (path: string) => ({ fsPath: path }),
    parse: (text: string) => text,
  },
  Range: class {},
  ViewColumn: {},
  TabInputWebview: class {},
  window: { tabGroups: { activeTabGroup: {}, all: [] } },
  workspace: { workspaceFolders: undefined },
  commands: {
    executeCommand: async (command: string, uri: { fsPath: string }) =>
      void opened.push([command, uri.fsPath]),
  },
  env: { openExternal: async (url: string) => void external.push(url) },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { FileOpener } = await import('../../../../src/host/chat/fileOpener');

mkdirSync(cwd);
for (const name of hostileNames) {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), '');
}
writeFileSync(join(root, 'outside.txt'), '');
symlinkSync(root, join(cwd, 'up'));

beforeEach(() => {
  opened.length = 0;
  external.length = 0;
});
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
  rmSync(root, { recursive: true, force: true });
});

const channel = { cwd, conversation: emptyConversation };
const open = (path: string) => new FileOpener().openFile({ path, line: 1 }, channel);

it.each(hostileNames.map(name => [name.slice(0, 40), name]))(
  'opens %j and nothing else',
  async (_, name) => {
    await open(name);
    await open(join(cwd, name));
    const path = join(cwd, name);
    expect(opened).toEqual([
      ['vscode.open', path],
      ['vscode.open', path],
    ]);
  },
);

it.each([
  ['../outside.txt', 'file.outside'],
  ['up/outside.txt', 'file.outside'],
  ['/etc/passwd', 'file.outside'],
  ['//evil.example/share/a.txt', 'file.outside'],
  ['%2e%2e/outside.txt', 'file.absent'],
  ['file:///etc/passwd', 'file.absent'],
  ['absent.txt', 'file.absent'],
])('does not open %s', async (path, code) => {
  await expect(open(path)).rejects.toMatchObject({ code });
  expect(opened).toEqual([]);
});

it.each([...hostileNames, 'file:///etc/passwd', 'command:a', 'javascript:1', 'vscode://a/b'])(
  'takes %j for no link',
  async name => {
    await expect(new FileOpener().openLink(name)).rejects.toMatchObject({ code: 'link.scheme' });
    expect(external).toEqual([]);
  },
);
