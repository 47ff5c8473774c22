import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...args: unknown[]) => text.replace(/\{(\d)\}/g, (_, at) => `${args[at]}`),
  },
  window: {},
  workspace: { workspaceFolders: undefined },
}));

let folder: string;
let asked: string[];
let isAllowed = false;
let require_: (path: string) => Promise<void>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-question-'));
  await writeFile(join(folder, '.env'), 'KEY=1');
  await writeFile(join(folder, 'plain.txt'), '');
  await mkdir(join(folder, '.ssh'));
  await symlink(join(folder, '.env'), join(folder, 'harmless.txt'));
  vi.resetModules();
  const { SecretQuestion } = await import('../../../../../src/host/mentions/files/secretQuestion');
  const question = new SecretQuestion(async name => {
    asked.push(name);
    return isAllowed;
  });
  require_ = path => question.require(path, folder, task => task());
});
beforeEach(() => {
  asked = [];
  isAllowed = false;
});
afterAll(async () => {
  vi.doUnmock('vscode');
  vi.resetModules();
  await rm(folder, { recursive: true });
});

it.each(['.env', 'harmless.txt', './.env'])(
  '%s is not sent unless the user says so',
  async path => {
    await expect(require_(path)).rejects.toThrow('was not sent');
    expect(asked).toEqual([path]);
    isAllowed = true;
    await expect(require_(path)).resolves.toBeUndefined();
  },
);

it.each(['plain.txt', 'gone.env', '.ssh', 'a\0b'])('%j is no question', async path => {
  await expect(require_(path)).resolves.toBeUndefined();
  expect(asked).toEqual([]);
});
