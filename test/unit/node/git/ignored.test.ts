import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { isIgnored } from '../../../../src/node/git/ignored';
import { HostileRepository } from './hostileRepository';

let hostile: HostileRepository;

beforeEach(async () => {
  hostile = await HostileRepository.create();
});

afterEach(() => hostile.bed.dispose());

const ask = (path: string) => isIgnored(hostile.bed.git, path, hostile.bed.signal);

it('tells ignored files from others, also by another spelling of their folder', async () => {
  const { bed } = hostile;
  await bed.write('.gitignore', '*.log\n');
  await bed.write('sub/x.log', '');
  await symlink(bed.root, join(bed.top, 'alias'));
  expect(await ask(join(bed.root, 'sub', 'x.log'))).toBe(true);
  expect(await ask(join(bed.root, 'sub', 'b.txt'))).toBe(false);
  expect(await ask(join(bed.top, 'alias', 'sub', 'x.log'))).toBe(true);
  expect(await ask(join(bed.top, 'x.log'))).toBe(false);
  expect(await ask(join(bed.top, 'missing', 'x.log'))).toBe(false);
});

it('asks the repository around a folder that looks like a bare one', async () => {
  const { bed } = hostile;
  const docs = join(bed.root, 'docs');
  bed.run(bed.root, 'init', '-q', '--bare', docs);
  bed.run(docs, 'config', 'core.bare', 'false');
  bed.run(docs, 'config', 'core.worktree', docs);
  bed.run(docs, 'config', 'core.fsmonitor', hostile.program);
  await bed.write('.gitignore', '*.md\n');
  await bed.write('docs/page.md', '');
  expect(await ask(join(docs, 'page.md'))).toBe(true);
  expect(hostile.hasRun).toBe(false);
});

it('counts a file as ignored when git is stopped', async () => {
  const { bed } = hostile;
  const stopped = AbortSignal.abort();
  expect(await isIgnored(bed.git, join(bed.root, 'a.txt'), stopped)).toBe(true);
});

it('counts a file as ignored when git is missing or fails', async () => {
  const { bed } = hostile;
  const path = join(bed.root, 'a.txt');
  for (const error of [
    new UserError('git.missing', 'Git is not installed.'),
    new UserError('git.failed', 'git ended with code 128.', { detail: 'fatal: dubious ownership' }),
  ]) {
    const run = () => Promise.reject(error);
    expect(await isIgnored({ run }, path, bed.signal)).toBe(true);
  }
});
