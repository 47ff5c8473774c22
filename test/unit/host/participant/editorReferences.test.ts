import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let module: typeof import('../../../../src/host/participant/editorReferences');

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('vscode', () => ({ workspace: {} }));
  module = await import('../../../../src/host/participant/editorReferences');
});
afterAll(() => {
  vi.doUnmock('vscode');
  vi.resetModules();
});

it.each<[string, string, boolean]>([
  ['git', '/work/.env', true],
  ['git', '/work/denied.txt', true],
  ['git', '/work/a.txt', false],
  ['output', 'some-log', false],
  ['untitled', 'Untitled-1', false],
  ['untitled', '/work/new.txt', false],
  // Files that are about to be made.
  ['untitled', '/work/.env', true],
  ['untitled', '/work/denied.txt', true],
])('a document %s:%s is withheld: %s', async (scheme, path, isWithheld) => {
  const ports = module.editorReferences({
    sharing: {
      reasonAgainstFile: async () => undefined,
      denies: async one => one.endsWith('denied.txt'),
    },
    settings: { get: () => 'always' } as never,
    folders: () => ['/work'],
  });
  expect(await ports.isWithheld({ scheme, path, fsPath: path })).toBe(isWithheld);
});
