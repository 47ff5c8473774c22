import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { LocatedCli, LocateRequest } from '../../../../src/cli/launch/cliLocator';
import { startKey } from '../../../../src/cli/launch/version';
import { FoundBefore } from '../../../../src/host/agent/foundBefore';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'found-'));
  path = join(folder, 'claude');
  await writeFile(path, 'the CLI');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'storage', 'foundCli.json');
/** As in another window. */
const memory = (inherited: NodeJS.ProcessEnv = {}) => new FoundBefore(file(), inherited, silentLog);

async function found(more: Partial<LocatedCli> = {}): Promise<LocatedCli> {
  const cli: Partial<LocatedCli> = { path, key: await startKey(path, undefined), env: {}, ...more };
  return cli as LocatedCli;
}

const keep = (request: LocateRequest, cli: LocatedCli) => memory().keep(request, cli);

test('finds the CLI that an earlier window found with the same settings', async () => {
  const request = { setting: '/claude', customEnv: { A: 'b', C: null }, wrapper: undefined };
  expect(await memory().find(request)).toBeUndefined();
  await keep(request, await found({ env: { CLAUDE_CONFIG_DIR: '/theirs', TOKEN: 'secret' } }));
  expect(await memory().find(request)).toEqual({ isUnchanged: true, configDir: '/theirs' });
  for (const other of [{ setting: '/other' }, { customEnv: { A: 'c' } }, { wrapper: ['ssh'] }]) {
    expect(await memory().find({ ...request, ...other })).toBeUndefined();
  }
});

test('keeps no secret of the settings or the environment', async () => {
  const request = { customEnv: { ANTHROPIC_API_KEY: 'sk-of-the-user' } };
  await keep(request, await found({ env: { ANTHROPIC_API_KEY: 'sk-of-the-user' } }));
  expect(await readFile(file(), 'utf8')).not.toContain('sk-of-the-user');
});

test('says of a CLI that was updated or removed since, but still where it had its sessions', async () => {
  const env = { CLAUDE_CONFIG_DIR: '/theirs' };
  const changed = { isUnchanged: false, configDir: '/theirs' };
  await keep({}, await found({ env }));
  await writeFile(path, 'a newer CLI');
  expect(await memory().find({})).toEqual(changed);
  await keep({}, await found({ env }));
  await rm(path);
  expect(await memory().find({})).toEqual(changed);
});

test('keeps no CLI of a wrapper, which may be on another machine', async () => {
  const wrapper: LocatedCli['wrapper'] = { path, target: { command: path, args: [], env: {} } };
  await keep({ wrapper: ['wrap'] }, await found({ wrapper }));
  await keep({}, await found());
  expect(await memory().find({ wrapper: ['wrap'] })).toBeUndefined();
});

test('keeps the eight newest of many settings', async () => {
  const settings = Array.from({ length: 10 }, (_, index) => ({ setting: `/claude${index}` }));
  for (const request of settings) {
    await keep(request, await found());
  }
  const known = await Promise.all(settings.map(request => memory().find(request)));
  expect(known.map(one => one !== undefined)).toEqual([false, false, ...Array(8).fill(true)]);
});

test.each(['', '{', '{"version":1,"data":{"bySettings":{"a":{"path":7}}}}'])(
  'finds nothing in a damaged file (%j), and keeps the next CLI',
  async text => {
    await keep({}, await found());
    await writeFile(file(), text);
    expect(await memory().find({})).toBeUndefined();
    await keep({}, await found());
    expect(await memory().find({})).toBeDefined();
  },
);

test('tells apart editors that begin with folders of their own', async () => {
  const [work, home] = [{ CLAUDE_CONFIG_DIR: '/work' }, { CLAUDE_CONFIG_DIR: '/home' }];
  for (const inherited of [work, home]) {
    await memory(inherited).keep({}, await found({ env: inherited }));
  }
  expect(await memory(work).find({})).toMatchObject({ configDir: '/work' });
  expect(await memory({}).find({})).toBeUndefined();
});
