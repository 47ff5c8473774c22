import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { PathFinder } from '../../../../src/core/pathIndex/pathFinder';
import { FakeClock } from '../../node/fakeClock';

const source = fileURLToPath(new URL('../../../../src/core/pathIndex/worker.ts', import.meta.url));
let programs: string;
let root: string;
let clock: FakeClock;
let finder: PathFinder;

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'path-worker-'));
  await build({
    ...{ entryPoints: [source], bundle: true, platform: 'node', format: 'cjs' },
    outfile: join(programs, 'worker.cjs'),
  });
  await stop();
});
afterAll(() => rm(programs, { recursive: true }));

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'path-finder-'));
  await mkdir(join(root, 'src'));
  await writeFile(join(root, 'src', 'main.ts'), '');
  clock = new FakeClock();
  const program = join(programs, 'worker.cjs');
  finder = new PathFinder({ program, ripgrep: async () => undefined, clock, log: silentLog });
});
afterEach(async () => {
  finder.dispose();
  await rm(root, { recursive: true });
});

const names = async (word: string) =>
  (await finder.find(root, word, {}, 5)).found.map(({ path }) => path);

it('lists a folder with the first question, and follows its changes', async () => {
  expect(await names('main')).toEqual(['src/main.ts']);
  finder.change(root, ['src/other.ts'], ['src/main.ts']);
  expect(await names('main')).toEqual([]);
  expect(await names('other')).toEqual(['src/other.ts']);
  await writeFile(join(root, 'src', 'third.ts'), '');
  await finder.refresh(root);
  expect(await names('third')).toEqual(['src/third.ts']);
});

it('starts again after it was idle', async () => {
  await names('main');
  clock.advance(11 * 60_000);
  expect(await names('main')).toEqual(['src/main.ts']);
});

it('lists a folder again that has made room for others, or that was let go', async () => {
  await names('main');
  const others = Array.from({ length: 8 }, (_, at) => join(root, `other${at}`));
  for (const other of others) await finder.find(other, 'main', {}, 5);
  expect(await names('main')).toEqual(['src/main.ts']);
  finder.forget(root);
  await writeFile(join(root, 'src', 'later.ts'), '');
  expect(await names('later')).toEqual(['src/later.ts']);
});

it('answers nothing more once it is disposed of', async () => {
  await names('main');
  const asked = finder.find(root, 'main', {}, 5);
  finder.dispose();
  await expect(asked).rejects.toThrow('closed');
  await expect(names('main')).rejects.toThrow('closed');
});

it('reports a worker that ends by itself, and starts another for the next question', async () => {
  const program = join(programs, 'crash.cjs');
  await writeFile(
    program,
    "require('worker_threads').parentPort.on('message', () => process.exit(3))",
  );
  const options = { program, ripgrep: async () => undefined, clock, log: silentLog };
  const crashing = new PathFinder(options);
  await expect(crashing.find(root, 'a', {}, 5)).rejects.toThrow('has ended');
  await expect(crashing.find(root, 'a', {}, 5)).rejects.toThrow('has ended');
  crashing.dispose();
});

it('has no files for a folder that is not there', async () => {
  await expect(finder.find(join(root, 'gone'), 'a', {}, 5)).resolves.toMatchObject({ found: [] });
});
