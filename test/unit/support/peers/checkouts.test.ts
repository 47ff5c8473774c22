import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  CheckoutError,
  copyTracked,
  findCheckout,
  type Git,
} from '../../../support/peers/checkouts';
import type { PeerSource } from '../../../support/peers/products';

const commit = 'a'.repeat(40);
const source: PeerSource = {
  ...{ repository: 'https://example.org/owner/Peer', commit, date: '2026-01-01' },
  ...{ leftOut: [], build: [] },
};
let folder: string;
let checkout: string;

/** Answers as git does in a checkout at this commit, with these changes and files. */
const gitOf =
  (head: string, changes = '', files: readonly string[] = []): Git =>
  async (_folder, command) => {
    const answers: Record<string, string> = {
      ...{ 'rev-parse': `${head}\n`, status: changes, 'ls-files': `${files.join('\0')}\0` },
    };
    return answers[command ?? ''] ?? '';
  };

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'tandem-checkouts-')));
  checkout = join(folder, 'Peer');
  await mkdir(join(checkout, '.git'), { recursive: true });
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it('finds an unchanged checkout at its commit, by the name that git gave it', async () => {
  expect(await findCheckout(folder, source, gitOf(commit))).toBe(checkout);
});

it('says in one sentence which command fetches a missing checkout', async () => {
  await rm(checkout, { recursive: true });
  const missing = findCheckout(folder, source, gitOf(commit));
  await expect(missing).rejects.toThrow(
    new CheckoutError(
      `There is no checkout of Peer in ${folder}: run "git clone https://example.org/owner/Peer ${checkout} && git -C ${checkout} checkout ${commit}".`,
    ),
  );
});

it('refuses another commit, and names the command', async () => {
  const other = findCheckout(folder, source, gitOf('b'.repeat(40)));
  await expect(other).rejects.toThrow(
    `${checkout} is at commit bbbbbbbbbbbb, but aaaaaaaaaaaa is compared: run "git -C ${checkout} checkout ${commit}".`,
  );
});

it('refuses changed files', async () => {
  const changed = findCheckout(folder, source, gitOf(commit, ' M src/a.ts\n M b.ts\n'));
  await expect(changed).rejects.toThrow(`"M src/a.ts": run "git -C ${checkout} stash"`);
});

it('copies tracked files only, without those that are left out or not checked out', async () => {
  for (const path of ['src/a.ts', 'big/one.bin', 'bigger.txt', 'untracked.txt']) {
    await mkdir(join(checkout, path, '..'), { recursive: true });
    await writeFile(join(checkout, path), path);
  }
  const target = join(folder, 'copy');
  const tracked = ['src/a.ts', 'big/one.bin', 'bigger.txt', 'sparse.txt'];
  await copyTracked(checkout, target, ['big/'], gitOf(commit, '', tracked));
  expect(await readFile(join(target, 'src', 'a.ts'), 'utf8')).toBe('src/a.ts');
  expect(existsSync(join(target, 'bigger.txt'))).toBe(true);
  for (const path of ['big', 'untracked.txt', 'sparse.txt', '.git']) {
    expect(existsSync(join(target, path)), path).toBe(false);
  }
});
