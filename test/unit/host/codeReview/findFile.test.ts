import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { FilePrivacy } from '../../../../src/host/mentions/privacy/filePrivacy';

/** Documents of the editor. */
const textDocuments: object[] = [];

vi.doMock('vscode', () => ({ workspace: { textDocuments } }));
// Files of one worker share modules: this one is loaded with the mock, and not left behind.
vi.resetModules();
const { fileFinder } = await import('../../../../src/host/codeReview/findFile');

let root = '';
let path = '';
beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-find-')));
  path = join(root, 'a.ts');
});
beforeEach(async () => {
  textDocuments.length = 0;
  await writeFile(path, 'one\r\ntwo\n');
});
afterAll(async () => {
  vi.doUnmock('vscode');
  vi.resetModules();
  await rm(root, { recursive: true });
});

/** Looks the file up for a review that began at this time. */
async function found(since: number) {
  const paths = { resolve: async (name: string) => name };
  const privacy = { pathsOf: () => paths } as unknown as Pick<FilePrivacy, 'pathsOf'>;
  return fileFinder(root, { cwd: root } as never, privacy, since)('a.ts');
}

const open = (text: string, isDirty: boolean) =>
  textDocuments.push({
    ...{ uri: { scheme: 'file', fsPath: path }, isClosed: false, isDirty },
    getText: () => text,
  });

it('has the lines of the review unless they were saved or typed since it began', async () => {
  const [before, after] = [Date.now() - 60_000, Date.now() + 60_000];
  const lines = ['one', 'two', ''];
  expect(await found(after)).toEqual({ path, lines, isAsReviewed: true });
  expect(await found(before)).toEqual({ path, lines, isAsReviewed: false });
  open('one\ntwo\n', false);
  expect(await found(after)).toMatchObject({ isAsReviewed: true });
  textDocuments.length = 0;
  open('zero\none', true);
  expect(await found(after)).toEqual({ path, lines: ['zero', 'one'], isAsReviewed: false });
});
