import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { Channel } from '../../../../../src/core/conversation/channel';
import type { FoundFiles } from '../../../../../src/host/mentions/files/fileSearch';
import { searchWindow } from './fakeSearch';

const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-source-')));
const opened: unknown[] = [];
const editor = searchWindow(cwd);
vi.doMock('vscode', () => ({
  ...editor.vscode,
  Range: class {
    readonly lines: readonly number[];
    constructor(start: number, _from: number, end: number) {
      this.lines = [start, end];
    }
  },
  commands: {
    executeCommand: async (command: string, uri: { fsPath: string }, options?: object) =>
      void opened.push([command, uri.fsPath, options]),
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { fileSource, folderSource } = await import(
  '../../../../../src/host/mentions/files/fileSource'
);

mkdirSync(join(cwd, 'my dir'));
for (const name of ['a.ts', 'my dir/b.ts', 'odd#name.ts', 'denied.ts']) {
  writeFileSync(join(cwd, name), 'one\ntwo\nthree\n');
}
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
  rmSync(cwd, { recursive: true, force: true });
});

const channel = { cwd } as Channel;
const signal = new AbortController().signal;
let found: FoundFiles = { files: [], isCut: false };
const parts = {
  search: { find: async () => found },
  readRules: () => ({ deny: async (path: string) => path.endsWith('/denied.ts') }),
};
const file = fileSource(parts);
const folder = folderSource(parts);
const resolve = (path: string, lines?: { start: number; end: number }) =>
  file.resolve({ kind: 'file', path, ...(lines ? { lines } : {}) }, channel, signal);

it('names files as the CLI expands them, and reads those that it would not find', async () => {
  expect(await resolve('a.ts', { start: 2, end: 3 })).toEqual({ text: '@a.ts#L2-3', blocks: [] });
  expect(await resolve(join(cwd, 'my dir/b.ts'))).toEqual({ text: '@"my dir/b.ts"', blocks: [] });
  expect(await resolve('odd#name.ts', { start: 2, end: 2 })).toEqual({
    text: 'odd#name.ts',
    blocks: [{ kind: 'file', title: 'File odd#name.ts, lines 2–2', text: 'two' }],
  });
  const inFolder = await folder.resolve({ kind: 'folder', path: 'my dir' }, channel, signal);
  expect(inFolder).toEqual({ text: '@"my dir/"', blocks: [] });
});

it.each([
  ['gone.ts', 'mention.gone'],
  ['my dir', 'mention.gone'],
  ['a\0b', 'mention.gone'],
  ['//server/share/a.ts', 'mention.gone'],
  ['denied.ts', 'mention.withheld'],
])('refuses %j', async (path, code) => {
  await expect(resolve(path)).rejects.toMatchObject({ code });
});

it('opens a file at its lines, and a folder in the explorer', async () => {
  await file.open({ kind: 'file', path: 'a.ts', lines: { start: 2, end: 3 } }, channel);
  await folder.open({ kind: 'folder', path: 'my dir' }, channel);
  expect(opened).toEqual([
    ['vscode.open', join(cwd, 'a.ts'), { selection: { lines: [1, 2] } }],
    ['revealInExplorer', join(cwd, 'my dir'), undefined],
  ]);
});

it('makes rows of names and folders, marks names only, and keeps typed lines', async () => {
  const path = 'my dir/b.ts';
  const one = { path, absolute: join(cwd, path), isFolder: false, matches: [7, 8] };
  const dir = { path: 'my dir/', absolute: join(cwd, 'my dir'), isFolder: true, matches: [0, 2] };
  found = { files: [one, dir], isCut: false };
  expect(await file.find('b.ts#2', channel, signal)).toEqual([
    {
      mention: expect.objectContaining({
        token: '@"my dir/b.ts#2"',
        target: { kind: 'file', path, lines: { start: 2, end: 2 } },
      }),
      ...{ icon: 'file', detail: 'my dir', matches: [0, 1] },
    },
  ]);
  const [row, ...others] = await folder.find('my', channel, signal);
  expect(row?.mention).toMatchObject({ token: '@"my dir/"', label: 'my dir/' });
  expect(others).toEqual([]);
});

it('tells what was not searched, and why', async () => {
  found = { files: [], isCut: true };
  await file.find('a', channel, signal);
  expect(file.troubleOf?.(channel)?.note).toContain('600,000');
  found = { files: [], isCut: false, failure: 'It has ended.' };
  await file.find('a', channel, signal);
  expect(file.troubleOf?.(channel)).toEqual({
    error: 'Files could not be searched: It has ended.',
  });
  found = { files: [], isCut: false };
  await file.find('a', channel, signal);
  expect(file.troubleOf?.(channel)).toEqual({});
});
