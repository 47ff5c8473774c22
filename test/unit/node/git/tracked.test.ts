import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { GitProgram } from '../../../../src/node/git/gitProgram';
import { isTracked } from '../../../../src/node/git/tracked';
import { HostileRepository } from './hostileRepository';

let hostile: HostileRepository;

beforeEach(async () => {
  hostile = await HostileRepository.create();
});

afterEach(() => hostile.bed.dispose());

const ask = (path: string) => isTracked(hostile.bed.git, path, hostile.bed.signal);

it('tells files that a repository brings from others, and runs none of its programs', async () => {
  const { bed } = hostile;
  await bed.write('sub/own.json', '{}');
  expect(await ask(join(bed.root, 'sub', 'b.txt'))).toBe(true);
  expect(await ask(join(bed.root, 'sub', 'own.json'))).toBe(false);
  expect(await ask(join(bed.top, 'own.json'))).toBe(false);
  expect(await ask(join(bed.top, 'missing', 'own.json'))).toBe(false);
  expect(hostile.hasRun).toBe(false);
});

it('counts a file as brought under whatever case its name has in the repository', async () => {
  const { bed } = hostile;
  await bed.write('[sub]/Own.json', '{}');
  bed.run(bed.root, 'add', '.');
  expect(await ask(join(bed.root, '[sub]', 'own.json'))).toBe(true);
  await bed.write('s/own.json', '{}');
  expect(await ask(join(bed.root, 's', 'own.json'))).toBe(false);
});

it('counts a file as brought where git cannot tell', async () => {
  const { bed } = hostile;
  const file = join(bed.root, 'own.json');
  const none = new GitProgram({ env: { PATH: bed.top }, platform: process.platform });
  expect(await isTracked(none, file, bed.signal)).toBe(true);
  await bed.write('.git/index', 'broken');
  expect(await ask(file)).toBe(true);
  await rm(join(bed.root, '.git', 'index'));
  expect(await ask(file)).toBe(false);
});
