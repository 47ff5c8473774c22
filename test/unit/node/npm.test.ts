import { chmod, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Npm } from '../../../src/node/npm';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-npm-')));
  await mkdir(join(root, 'bin'));
});
afterEach(() => rm(root, { recursive: true }));

/** Finds a fake npm on the user's PATH. */
async function npm(script: string): Promise<Npm> {
  const path = join(root, 'bin', 'npm');
  await writeFile(path, `#!${process.execPath}\n${script}`);
  await chmod(path, 0o755);
  const found = await find();
  if (!found) throw new Error('npm was not found');
  return found;
}

function find(): Promise<Npm | undefined> {
  const { platform, execPath } = process;
  return Npm.find({ env: { PATH: join(root, 'bin') }, platform, execPath });
}

const answers = (value: unknown) => `console.log(${JSON.stringify(JSON.stringify(value))})`;

test('nothing is found where the user has no npm', async () => {
  expect(await find()).toBeUndefined();
});

test('a package is looked up with its version, size and address', async () => {
  const known = await npm(
    answers({
      name: '@scope/agent',
      version: '1.2.3',
      'dist.unpackedSize': 5_000_000,
      'dist.tarball': 'https://registry.example/agent.tgz',
    }),
  );
  expect(await known.view('@scope/agent', join(root, 'own'))).toEqual({
    name: '@scope/agent',
    version: '1.2.3',
    size: 5_000_000,
    host: 'registry.example',
  });
});

test('a registry that states no size and no address is believed as far as it goes', async () => {
  const known = await npm(answers({ name: 'agent', version: '1.2.3' }));
  expect(await known.view('agent', root)).toEqual({ name: 'agent', version: '1.2.3' });
});

test.each([
  ['another package', { name: 'other', version: '1.2.3' }],
  ['no version', { name: 'agent' }],
  ['a version that is an option', { name: 'agent', version: '--global' }],
  ['no object', 'agent'],
])('an answer with %s is refused', async (_, answer) => {
  const known = await npm(answers(answer));
  await expect(known.view('agent', root)).rejects.toMatchObject({ code: 'install.failed' });
});

test('the reason of an npm that fails goes along', async () => {
  const failing = await npm(`console.error('npm error 404 no such package'); process.exit(1)`);
  await expect(failing.view('agent', root)).rejects.toMatchObject({
    code: 'install.failed',
    detail: 'npm error 404 no such package',
  });
});

test('an installation goes into its own folder, with the version that was agreed to', async () => {
  const installing = await npm(`
    require('node:fs').writeFileSync('args.json', JSON.stringify(process.argv.slice(2)));
    console.log('added 1 package');
  `);
  const lines: string[] = [];
  const folder = join(root, 'own', 'agent');
  const isInstalled = await installing.install({
    ...{ spec: 'agent@1.2.3', folder, failure: 'failed' },
    onProgress: line => lines.push(line),
  });
  expect(isInstalled).toBe(true);
  expect(lines).toContain('added 1 package');
  const args: string[] = JSON.parse(await readFile(join(folder, 'args.json'), 'utf8'));
  expect(args).toEqual(expect.arrayContaining(['install', '--prefix', folder, 'agent@1.2.3']));
  expect(args).not.toContain('--global');
});

test('cancelling ends npm', async () => {
  const slow = await npm(`console.log('at it'); setInterval(() => undefined, 1 << 30);`);
  const abort = new AbortController();
  const installing = slow.install({
    ...{ spec: 'agent@1.2.3', folder: join(root, 'own'), failure: 'failed', signal: abort.signal },
    onProgress: line => line === 'at it' && abort.abort(),
  });
  expect(await installing).toBe(false);
});
