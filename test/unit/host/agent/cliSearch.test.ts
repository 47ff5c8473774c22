import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { Emitter } from '../../../../src/base/emitter';
import { UserError } from '../../../../src/base/errors';
import type { LocatedCli, LocateRequest } from '../../../../src/cli/launch/cliLocator';
import { CliSearch } from '../../../../src/host/agent/cliSearch';
import type { KnownCli } from '../../../../src/host/agent/foundBefore';
import type { SettingKey, Settings } from '../../../../src/host/contributed';

const cli = { path: '/bin/claude', env: { CLAUDE_CONFIG_DIR: '/theirs' } } as Partial<LocatedCli>;

/** Creates a search in a window whose settings, trust and machine a test can change. */
function bed() {
  const changed = new Emitter<(key: SettingKey) => boolean>();
  const late = new Emitter<void>();
  const requests: LocateRequest[] = [];
  const heard: string[] = [];
  const values: Partial<Settings> = { 'tandem.cli.path': '/set/claude' };
  const state = {
    isTrusted: true,
    isCurrent: true,
    now: 0,
    answer: () => Promise.resolve(cli as LocatedCli),
    before: async (): Promise<KnownCli | undefined> => undefined,
    hasCandidate: false,
    looks: 0,
  };
  const kept: [LocateRequest, LocatedCli][] = [];
  const search = new CliSearch({
    locator: {
      locate: request => {
        requests.push(request);
        return state.answer();
      },
      isCurrent: async () => state.isCurrent,
      hasCandidate: async () => {
        state.looks += 1;
        return state.hasCandidate;
      },
    },
    before: {
      find: () => state.before(),
      keep: async (...found) => void kept.push(found),
    },
    shell: {
      forget: () => void heard.push('the shell is asked again'),
      onLateAnswer: late.event,
    },
    settings: {
      get: <K extends SettingKey>(key: K) => values[key] as Settings[K],
      onChanged: changed.event,
    },
    now: () => state.now,
    process: { platform: 'linux', env: { HOME: '/home/me', USERPROFILE: '/home/me' } },
    requireTrust: () => {
      if (!state.isTrusted) {
        throw new UserError('trust.required', 'Tandem starts nothing here.');
      }
    },
  });
  search.onChanged(() => heard.push('changed'));
  search.onFound(() => heard.push('found'));
  search.onMoved(() => heard.push('moved'));
  const change = (...keys: SettingKey[]) => changed.fire(key => keys.includes(key));
  return { search, state, values, requests, heard, change, late, kept };
}

const notFound = () =>
  Promise.reject(
    new UserError('cli.missing', 'Claude Code was not found.', { detail: 'Searched:\n/a\n/b c' }),
  );

test('starts nothing without trust, and searches once that is granted', async () => {
  const { search, state, requests } = bed();
  state.isTrusted = false;
  expect(await search.problem()).toEqual({ message: 'Tandem starts nothing here.', searched: [] });
  expect(requests).toEqual([]);
  state.isTrusted = true;
  expect(await search.problem()).toBeUndefined();
});

test('searches once, with the settings, whoever asks', async () => {
  const { search, values, requests, heard } = bed();
  values['tandem.cli.env'] = { A: 'b' };
  values['tandem.cli.wrapper'] = ['wrap', '--as-agent'];
  expect(search.isFound).toBe(false);
  expect(await Promise.all([search.locate(), search.locate()])).toEqual([cli, cli]);
  expect(await search.problem()).toBeUndefined();
  const wrapper = ['wrap', '--as-agent'];
  expect(requests).toEqual([{ setting: '/set/claude', customEnv: { A: 'b' }, wrapper }]);
  expect(heard).toEqual(['found']);
  expect(search.isFound).toBe(true);
});

test('says where it has searched, and keeps that answer until it is to search again', async () => {
  const { search, state, requests, heard } = bed();
  state.answer = notFound;
  const problem = { message: 'Claude Code was not found.', searched: ['/a', '/b c'] };
  expect(await search.problem()).toEqual(problem);
  state.answer = bed().state.answer;
  expect(await search.problem()).toEqual(problem);
  expect(requests).toHaveLength(1);
  search.searchAgain();
  expect(heard).toEqual(['the shell is asked again', 'changed']);
  expect(await search.problem()).toBeUndefined();
});

test('notices a CLI that was updated in place', async () => {
  const { search, state, requests, heard } = bed();
  await search.locate();
  const updated = { ...cli, version: '2.2.0' } as LocatedCli;
  state.isCurrent = false;
  state.answer = () => Promise.resolve(updated);
  expect(await Promise.all([search.locate(), search.locate()])).toEqual([updated, updated]);
  expect(requests).toHaveLength(2);
  state.isCurrent = true;
  expect(await search.locate()).toBe(updated);
  expect(requests).toHaveLength(2);
  expect(heard).toEqual(['found', 'found']);
});

test('finds a CLI that was installed elsewhere, and says so', async () => {
  const { search, state, requests, heard } = bed();
  state.answer = notFound;
  await search.problem();
  state.answer = bed().state.answer;
  state.now = 10_000;
  expect(await search.problem()).toBeUndefined();
  expect(requests).toHaveLength(2);
  expect(heard).toEqual(['found', 'changed']);
});

test('searches again after a failure that may pass', async () => {
  const { search, state, requests } = bed();
  state.answer = () => Promise.reject(new UserError('spawn.failed', 'Too many processes.'));
  await expect(search.locate()).rejects.toThrow('Too many processes.');
  state.answer = bed().state.answer;
  expect(await search.locate()).toBe(cli);
  expect(requests).toHaveLength(2);
});

test.each([
  ['that is too old', new UserError('cli.tooOld', 'Claude Code 1.0 is too old.')],
  ['that cannot be read', new Error('EACCES')],
])('a CLI %s is a problem without a list of places', async (_, error) => {
  const { search, state } = bed();
  state.answer = () => Promise.reject(error);
  expect(await search.problem()).toEqual({ message: error.message, searched: [] });
  expect(search.isFound).toBe(false);
});

test('searches again after a change of the settings that it depends on, and no other', async () => {
  const { search, requests, heard, change } = bed();
  await search.locate();
  change('tandem.cli.args', 'tandem.model');
  await search.locate();
  expect(requests).toHaveLength(1);
  for (const key of ['tandem.cli.path', 'tandem.cli.env'] as const) {
    heard.length = 0;
    change(key);
    expect(heard).toContain('changed');
    await search.locate();
  }
  expect(requests).toHaveLength(3);
});

test('the folder of sessions is that of the CLI, and until then that of the editor', async () => {
  const { search, values } = bed();
  expect(search.configFolder).toBe(join('/home/me', '.claude'));
  values['tandem.cli.env'] = { CLAUDE_CONFIG_DIR: '/mine' };
  expect(search.configFolder).toBe('/mine');
  await search.locate();
  expect(search.configFolder).toBe('/theirs');
  search.searchAgain();
  expect(search.configFolder).toBe('/theirs');
});

test('searches again in the environment of a shell that answered late', async () => {
  const { search, heard, requests, late } = bed();
  await search.locate();
  late.fire();
  await search.locate();
  expect(requests).toHaveLength(2);
  expect(heard).toEqual(['found', 'changed', 'found']);
});

const before = async (): Promise<KnownCli> => ({ isUnchanged: true, configDir: '/theirs' });

/** Creates a search that runs on until the returned promise is settled. */
function searching() {
  const parts = bed();
  const found = new Deferred<LocatedCli>();
  parts.state.answer = () => found.promise;
  parts.state.before = before;
  return { ...parts, found };
}

test("an earlier window's CLI stands for the answer of the first search until that ends", async () => {
  const { search, state, found, heard, kept } = searching();
  expect(await search.likelyProblem()).toBeUndefined();
  expect((await search.likelyEnvironment()).CLAUDE_CONFIG_DIR).toBe('/theirs');
  expect(search.configFolder).toBe('/theirs');
  expect(search.isFound).toBe(false);
  found.resolve(cli as LocatedCli);
  expect(await search.locate()).toBe(cli);
  expect(kept).toEqual([[{ setting: '/set/claude' }, cli]]);
  expect(heard).toEqual(['found']);
  state.before = () => Promise.reject(new Error('asked again'));
  expect(await search.likelyProblem()).toBeUndefined();
  expect(await search.likelyEnvironment()).toBe(cli.env);
});

test('a CLI that the editor would start stands for the answer where no earlier window found one', async () => {
  const { search, state, values, found, heard } = searching();
  state.before = async () => undefined;
  state.hasCandidate = true;
  values['tandem.cli.env'] = { CLAUDE_CONFIG_DIR: '/mine' };
  expect(await search.likelyProblem()).toBeUndefined();
  expect((await search.likelyEnvironment()).CLAUDE_CONFIG_DIR).toBe('/mine');
  expect(state.looks).toBe(1);
  expect(search.isFound).toBe(false);
  found.resolve(cli as LocatedCli);
  await search.locate();
  expect(heard).toEqual(['found', 'moved']);
});

test('an updated CLI is presumed to keep its sessions where the former one had them', async () => {
  const { search, state } = searching();
  state.before = async () => ({ isUnchanged: false, configDir: '/theirs' });
  state.hasCandidate = true;
  expect((await search.likelyEnvironment()).CLAUDE_CONFIG_DIR).toBe('/theirs');
});

test.each([undefined, { isUnchanged: false, configDir: '/theirs' }])(
  'waits for the search where the editor leads to no CLI, whatever was found before: %o',
  async known => {
    const { search, state, found } = searching();
    state.before = async () => known;
    const problem = search.likelyProblem();
    found.reject(new UserError('cli.missing', 'Claude Code was not found.'));
    expect(await problem).toMatchObject({ message: 'Claude Code was not found.' });
  },
);

test('a search that fails after all is a problem, and says that the answer has changed', async () => {
  const { search, found, heard } = searching();
  expect(await search.likelyProblem()).toBeUndefined();
  const problem = search.problem();
  found.reject(new UserError('cli.missing', 'Claude Code was not found.'));
  await problem;
  expect(heard).toEqual(['changed']);
  expect(search.configFolder).toBe(join('/home/me', '.claude'));
  expect(await search.likelyProblem()).toMatchObject({ message: 'Claude Code was not found.' });
  await expect(search.likelyEnvironment()).rejects.toThrow('Claude Code was not found.');
});

test('a search that is faster than the look at earlier windows counts', async () => {
  const { search, state, heard } = bed();
  const known = new Deferred<KnownCli | undefined>();
  state.before = () => known.promise;
  state.answer = notFound;
  expect(await search.likelyProblem()).toMatchObject({ message: 'Claude Code was not found.' });
  known.resolve(await before());
  await known.promise;
  expect(search.configFolder).toBe(join('/home/me', '.claude'));
  expect(heard).toEqual([]);
});

test('reports a folder for sessions other than the one that was presumed', async () => {
  const { search, found, heard } = searching();
  await search.likelyEnvironment();
  found.resolve({
    ...cli,
    env: { CLAUDE_CONFIG_DIR: '/moved' },
  } as Partial<LocatedCli> as LocatedCli);
  await search.locate();
  expect(heard).toEqual(['found', 'moved']);
  expect(search.configFolder).toBe('/moved');
});

test('presumes a CLI without a folder of its own in that of the home, whatever the editor has', async () => {
  const { search, state, values } = searching();
  values['tandem.cli.env'] = { CLAUDE_CONFIG_DIR: '/mine' };
  state.before = async () => ({ isUnchanged: true });
  expect(await search.likelyEnvironment()).not.toHaveProperty('CLAUDE_CONFIG_DIR');
});

test('presumes nothing without trust', async () => {
  const { search, state } = searching();
  state.isTrusted = false;
  expect(await search.likelyProblem()).toMatchObject({ message: 'Tandem starts nothing here.' });
  await expect(search.likelyEnvironment()).rejects.toThrow('Tandem starts nothing here.');
});

test('reports another folder after a search that failed, and after a shell that answered late', async () => {
  const { search, state, found, heard, late } = searching();
  await search.likelyEnvironment();
  found.reject(new UserError('cli.missing', 'Claude Code was not found.'));
  await search.problem();
  state.answer = async () => at('/moved');
  search.searchAgain();
  await search.locate();
  expect(heard.filter(one => one === 'moved')).toHaveLength(1);
  state.answer = async () => at('/theirs');
  late.fire();
  await search.locate();
  expect(heard.filter(one => one === 'moved')).toHaveLength(2);
  state.answer = async () => at('/theirs');
  search.searchAgain();
  await search.locate();
  expect(heard.filter(one => one === 'moved')).toHaveLength(2);
});

test('presumes nothing for settings that have changed meanwhile', async () => {
  const { search, state, values, change } = searching();
  await search.likelyEnvironment();
  const slow = new Deferred<KnownCli | undefined>();
  state.before = () => slow.promise;
  const former = search.likelyProblem();
  values['tandem.cli.env'] = { CLAUDE_CONFIG_DIR: '/mine' };
  change('tandem.cli.env');
  expect(search.configFolder).toBe('/mine');
  state.before = async () => ({ isUnchanged: true, configDir: '/mine too' });
  await search.likelyEnvironment();
  slow.resolve(await before());
  await slow.promise;
  expect(search.configFolder).toBe('/mine too');
  void former;
});

test('reports no other folder where none was presumed: settings may change it at any time', async () => {
  const { search, state, heard, change } = bed();
  await search.likelyEnvironment();
  state.answer = async () =>
    ({ ...cli, env: { CLAUDE_CONFIG_DIR: '/set' } }) as Partial<LocatedCli> as LocatedCli;
  change('tandem.cli.env');
  expect((await search.likelyEnvironment()).CLAUDE_CONFIG_DIR).toBe('/set');
  expect(heard).not.toContain('moved');
});

/** Creates a search whose runs are settled by the test, each on its own. */
function searchesOf() {
  const parts = bed();
  const runs: Deferred<LocatedCli>[] = [];
  parts.state.hasCandidate = true;
  parts.state.answer = () => {
    const run = new Deferred<LocatedCli>();
    runs.push(run);
    return run.promise;
  };
  const [former, latest] = [() => runs[0], () => runs[1]];
  return { ...parts, former, latest };
}

const at = (folder: string) =>
  ({ ...cli, env: { CLAUDE_CONFIG_DIR: folder } }) as Partial<LocatedCli> as LocatedCli;

test('an outdated search that ends first does not open a gate that the newest one closes', async () => {
  const { search, heard, change, former, latest } = searchesOf();
  expect(await search.likelyProblem()).toBeUndefined();
  const waiting = search.locate();
  change('tandem.cli.path');
  expect(await search.likelyProblem()).toBeUndefined();
  former()?.resolve(cli as LocatedCli);
  latest()?.reject(new UserError('cli.badPath', 'There is no such file.'));
  expect(await search.problem()).toMatchObject({ message: 'There is no such file.' });
  await expect(waiting).rejects.toThrow('There is no such file.');
  expect(heard.slice(1)).toEqual(['changed', 'changed']);
  expect(search.isFound).toBe(false);
});

test('an outdated search that ends last leaves the failure of the newest one', async () => {
  const { search, late, former, latest } = searchesOf();
  const waiting = search.locate();
  late.fire();
  const problem = search.problem();
  latest()?.reject(new UserError('cli.missing', 'Claude Code was not found.'));
  await problem;
  former()?.resolve(cli as LocatedCli);
  await expect(waiting).rejects.toThrow('Claude Code was not found.');
  expect(search.isFound).toBe(false);
});

test('an outdated search says nothing of the folder, and who waited gets the newest CLI', async () => {
  const { search, heard, kept, values, change, former, latest } = searchesOf();
  values['tandem.cli.env'] = { CLAUDE_CONFIG_DIR: '/a' };
  await search.likelyEnvironment();
  const waiting = search.locate();
  values['tandem.cli.env'] = { CLAUDE_CONFIG_DIR: '/b' };
  change('tandem.cli.env');
  expect((await search.likelyEnvironment()).CLAUDE_CONFIG_DIR).toBe('/b');
  former()?.resolve(at('/a'));
  latest()?.resolve(at('/b'));
  expect(await waiting).toEqual(at('/b'));
  expect(search.configFolder).toBe('/b');
  expect(kept.map(([, { env }]) => env)).toEqual([at('/b').env]);
  expect(heard.slice(1)).toEqual(['changed', 'found']);
});
