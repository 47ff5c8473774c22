import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem drops ä-')));

vi.doMock('vscode', () => ({
  workspace: { workspaceFolders: [] },
  l10n: { t: (text: string) => text },
  Uri: {
    file: (path: string) => ({ scheme: 'file', path, fsPath: path }),
    parse: (text: string) => {
      const { protocol, pathname } = new URL(text);
      const path = decodeURIComponent(pathname);
      return { scheme: protocol.slice(0, -1), path, fsPath: path };
    },
  },
}));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { DropReader } = await import('../../../../src/host/chat/dropReader');

afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
  rmSync(root, { recursive: true, force: true });
});

const names = [
  ...['plain.ts', 'a b.ts', 'a#b.ts', 'a"b.ts', "it's.ts", 'ümläut.ts', 'new\nline.ts', '%41.ts'],
  ...['a\u202eb.ts', '__proto__', '[a](b).ts', '日本.ts', '@a.ts', 'a?b.ts', 'x'.repeat(250)],
];

it.each(names)('mentions %j, by its URI and by its path', async name => {
  const path = join(root, name);
  writeFileSync(path, '');
  const reader = new DropReader();
  const remote = String(pathToFileURL(path)).replace('file://', 'vscode-remote://ssh-remote+a');
  for (const place of [path, String(pathToFileURL(path)), remote]) {
    const [mention, ...others] = await reader.read({ cwd: root }, [place]);
    expect(mention?.target).toEqual({ kind: 'file', path: name });
    expect(others).toEqual([]);
  }
});

it('keeps the order, and tells folders and links from files', async () => {
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'z.ts'), '');
  const places = [join(root, 'z.ts'), join(root, 'folder'), 'https://example.com/', root];
  const found = await new DropReader().read({ cwd: root }, [...places, ...places]);
  expect(found.map(({ token }) => token.replace(root, '…'))).toEqual([
    ...['@z.ts', '@folder/', '@https://example.com/', '@"…/"'],
  ]);
});

it('leaves out what is not there, and what is no file', async () => {
  const places = [
    join(root, 'absent'),
    'relative.ts',
    'untitled:Untitled-1',
    'javascript:alert(1)',
  ];
  expect(await new DropReader().read({ cwd: root }, [...places, 'x', ''])).toEqual([]);
});
