import { link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import type { ReadRules } from '../../../../../src/cli/permissions/readRules';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { FileEditor } from '../../../../../src/host/agentTools/edit/fileEditor';
import { FakeClock } from '../../../node/fakeClock';
import { fakeEditor } from '../read/fakeEditor';

let root: string;
let folder: string;
let load: typeof import('../../../../../src/host/agentTools/edit/fileEditor');
let editor: ReturnType<typeof fakeEditor>;
let denied: (path: string, access: string) => boolean;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'file editor ä-')));
  folder = join(root, 'project');
  editor = fakeEditor({ folder, path: folder, other: folder });
  vi.resetModules();
  vi.doMock('vscode', () => editor);
  load = await import('../../../../../src/host/agentTools/edit/fileEditor');
});
afterAll(async () => {
  vi.doUnmock('vscode');
  vi.resetModules();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  denied = () => false;
  await mkdir(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function files(): FileEditor {
  const rules: ReadRules = { deny: async (path, access = 'read') => denied(path, access) };
  return new load.FileEditor({
    ...{ cwd: folder, folders: [], channelId: 'c' as ChannelId },
    ...{ readRules: () => rules, clock: new FakeClock(), log: silentLog },
  });
}

const at = (name: string) => join(folder, name);
const patchOf = (name: string, ...lines: readonly string[]) => ({
  patch: [`*** Update File: ${name}`, ...lines].join('\n'),
});
const live = new AbortController().signal;
const write = (name: string, ...lines: readonly string[]) =>
  files().write('apply_patch', patchOf(name, ...lines), live);
const textIn = (name: string) => readFile(at(name), 'utf8');

test('a file is written as it was planned, with its mark and line ends', async () => {
  await writeFile(at('a.ts'), '\uFEFFone\r\ntwo\r\n');
  const result = await write('a.ts', '-one', '+1', '+2');
  expect(result.content).toEqual([{ type: 'text', text: 'a.ts was changed: +2 −1 lines.' }]);
  expect(await textIn('a.ts')).toBe('\uFEFF1\r\n2\r\ntwo\r\n');
});

test('a new file gets its folders', async () => {
  const patch = '*** Add File: deep/er/new.ts\n+one\n';
  await files().write('apply_patch', { patch }, live);
  expect(await textIn('deep/er/new.ts')).toBe('one\n');
  await expect(files().write('apply_patch', { patch }, live)).rejects.toThrow('exists already');
});

test('calls at the same time change a file one after another', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
  await writeFile(at('a.txt'), `${lines.join('\n')}\n`);
  const editing = files();
  await Promise.all(
    lines.map((line, index) =>
      editing.write('apply_patch', patchOf('a.txt', `-${line}`, `+new ${index}`), live),
    ),
  );
  expect(await textIn('a.txt')).toBe(`${lines.map((_, index) => `new ${index}`).join('\n')}\n`);
});

const bytes = (...values: readonly number[]) => Buffer.from(values);

test.each<[string, string, () => Promise<unknown>]>([
  ['binary.txt', 'file.binary', () => writeFile(at('binary.txt'), 'one\0')],
  ['latin.txt', 'file.binary', () => writeFile(at('latin.txt'), bytes(0x6f, 0xe9))],
  ['wide.txt', 'file.binary', () => writeFile(at('wide.txt'), bytes(0xff, 0xfe, 0x6f, 0))],
  ['book.ipynb', 'file.binary', () => writeFile(at('book.ipynb'), 'one\n')],
  ['.env', 'file.secret', () => writeFile(at('.env'), 'one\n')],
  ['folder', 'file.unreadable', () => mkdir(at('folder'))],
  ['absent.txt', 'edit.stale', async () => undefined],
  ['../outside.txt', 'file.outside', async () => undefined],
  ['/etc/hosts', 'file.outside', async () => undefined],
  ['dangling.txt', 'file.outside', () => symlink(join(root, 'gone.txt'), at('dangling.txt'))],
  ['.git/config.txt', 'file.denied', async () => undefined],
  ['lib/.CLAUDE/settings.json', 'file.denied', async () => undefined],
  ['my.code-workspace', 'file.denied', () => writeFile(at('my.code-workspace'), 'one\n')],
  [
    'link.txt',
    'file.denied',
    async () => {
      await mkdir(at('.vscode'));
      await writeFile(at('.vscode/tasks.json'), 'one\n');
      await symlink(at('.vscode/tasks.json'), at('link.txt'));
    },
  ],
  [
    'hard.txt',
    'file.shared',
    async () => {
      await writeFile(join(root, 'shared.txt'), 'one\n');
      await link(join(root, 'shared.txt'), at('hard.txt'));
    },
  ],
])('%s is refused with %s, and stays', async (name, code, make) => {
  await make();
  const before = await readFile(at(name)).catch(() => undefined);
  await expect(write(name, '-one', '+two')).rejects.toMatchObject({ code });
  await expect(files().plan('apply_patch', patchOf(name, '-one', '+two'))).rejects.toMatchObject({
    code,
  });
  expect(await readFile(at(name)).catch(() => undefined)).toEqual(before);
});

test('rules of the user on reading and editing hold', async () => {
  await writeFile(at('a.txt'), 'one\n');
  for (const kind of ['read', 'edit']) {
    denied = (path, access) => path === at('a.txt') && access === kind;
    await expect(write('a.txt', '-one', '+two')).rejects.toMatchObject({ code: 'file.denied' });
  }
  denied = () => false;
  await write('a.txt', '-one', '+two');
  expect(await textIn('a.txt')).toBe('two\n');
});

test('a link inside of the folder is followed', async () => {
  await writeFile(at('a.txt'), 'one\n');
  await symlink(at('a.txt'), at('link.txt'));
  await write('link.txt', '-one', '+two');
  expect(await textIn('a.txt')).toBe('two\n');
});

test('nothing is written without trust, after a cancel, or over text that is not saved', async () => {
  await writeFile(at('a.txt'), 'one\n');
  const patch = patchOf('a.txt', '-one', '+two');
  const aborted = files().write('apply_patch', patch, AbortSignal.abort());
  await expect(aborted).rejects.toMatchObject({ code: 'file.stopped' });
  const open = { uri: editor.Uri.file(at('a.txt')), isDirty: true, isClosed: false };
  Object.assign(editor.workspace, { textDocuments: [open] });
  await expect(write('a.txt', '-one', '+two')).rejects.toMatchObject({ code: 'file.unsaved' });
  Object.assign(editor.workspace, { textDocuments: [], isTrusted: false });
  await expect(write('a.txt', '-one', '+two')).rejects.toMatchObject({ code: 'trust.required' });
  Object.assign(editor.workspace, { isTrusted: true });
  expect(await textIn('a.txt')).toBe('one\n');
});

test('a note goes into the file of its folder, which must be there', async () => {
  await mkdir(at('lib'));
  const note = (folderOf: string) =>
    files().write('memory_note', { folder: folderOf, note: 'Tests need X' }, live);
  await note('lib');
  await note('');
  expect(await textIn('lib/CLAUDE.md')).toContain('- Tests need X\n');
  expect(await textIn('CLAUDE.md')).toContain('- Tests need X\n');
  for (const [other, code] of [
    ['gone', 'folder.absent'],
    ['..', 'file.outside'],
    ['.git', 'file.denied'],
  ]) {
    await expect(note(other ?? '')).rejects.toMatchObject({ code });
  }
});
