import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { AuthCommand } from '../../src/cli/account/authCommand';
import { parseVersion } from '../../src/cli/launch/version';
import { Profiles } from '../../src/host/account/profiles';
import { systemClock } from '../../src/node/systemClock';
import { text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { underOurs } from '../support/channels/channelBed';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { profileStorage } from '../unit/host/account/profileStorage';
import { useChannelBeds } from './support/channelBeds';
import { items, say } from './support/talk';

const bed = useChannelBeds(['one', 'three']);
const secret = 'sk-ant-profile-hush';
let gateway: ScriptedApi;

beforeEach(async () => {
  gateway = await ScriptedApi.start();
  for (const words of ['two', 'four']) gateway.onPrompt(words, [text(`gateway ${words}`)]);
});
afterEach(() => gateway.close());

const using = (profiles: Profiles) => ({
  environment: (env: Record<string, string>, cwd: string) =>
    profiles.variables(env, profiles.of(cwd)),
});

const keyOf = (api: ScriptedApi, words: string) =>
  api.mainRequests(words).at(-1)?.headers['x-api-key'];

it('sends the requests of a folder to the address of its profile, with its key only', async () => {
  const profiles = new Profiles(profileStorage());
  const registry = await bed.open({ ...using(profiles), version: underOurs });
  const channel = await registry.create(bed.home.workspace);
  await say(channel, 'one');
  const usual = keyOf(bed.api, 'one');

  await profiles.save({ name: 'Gate', baseUrl: gateway.url, auth: 'apiKey', env: {} }, secret);
  const id = profiles.stored.profiles[0]?.id;
  const undo = await profiles.assign(bed.home.workspace, id);
  channel.agent.needRestart();
  await say(channel, 'two');
  expect(keyOf(gateway, 'two')).toBe(secret);
  expect(gateway.requests.every(({ headers }) => headers['x-api-key'] !== usual)).toBe(true);
  expect(bed.api.mainRequests('two')).toEqual([]);

  await undo();
  channel.agent.needRestart();
  await say(channel, 'three');
  expect([keyOf(bed.api, 'three'), gateway.mainRequests('three')]).toEqual([usual, []]);
  await channel.close();
  for (const file of await readdir(bed.home.root, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const content = await contentOf(join(file.parentPath, file.name));
    expect([file.name, content.includes(secret)]).toEqual([file.name, false]);
  }
});

/** Returns nothing for a file that is gone: Git removes its locks when it has read the work tree. */
function contentOf(path: string): Promise<string> {
  return readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}

describe.each(rowsOf<CliVersion>(['newest'], ['newest', '2.0.36']))('Claude Code %s', version => {
  let other: ScriptedApi;

  beforeEach(async () => {
    other = await ScriptedApi.start();
  });
  afterEach(() => other.close());

  /** Starts a conversation with a profile and a settings file that names another address. */
  async function startWith(file: string, env: Record<string, string>) {
    const profiles = new Profiles(profileStorage());
    await profiles.save({ name: 'Gate', baseUrl: gateway.url, auth: 'apiKey', env: {} }, secret);
    await profiles.assign(undefined, profiles.stored.profiles[0]?.id);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ env: { ANTHROPIC_BASE_URL: other.url, ...env } }));
    const registry = await bed.open({ ...using(profiles), version });
    return registry.create(bed.home.workspace);
  }

  it.each([
    ['the folder', () => join(bed.home.workspace, '.claude', 'settings.json')],
    ['the user', () => join(bed.home.configDir, 'settings.json')],
  ])('sends nothing to the address in the settings of %s', async (_whose, file) => {
    const cloud = { CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_BEDROCK_BASE_URL: other.url };
    const channel = await startWith(file(), { ...cloud, ANTHROPIC_AUTH_TOKEN: 'of-another' });
    await say(channel, 'two');
    expect(keyOf(gateway, 'two')).toBe(secret);
    expect(JSON.stringify(gateway.requests.map(({ headers }) => headers))).not.toContain('another');
    expect(other.requests).toEqual([]);
  });
});

it('starts nothing without the key of a profile, and says so', async () => {
  const storage = profileStorage();
  const profiles = new Profiles(storage);
  await profiles.save({ name: 'Gate', baseUrl: gateway.url, auth: 'token', env: {} }, secret);
  await profiles.assign(undefined, profiles.stored.profiles[0]?.id);
  storage.secrets.values.clear();
  const registry = await bed.open(using(profiles));
  const channel = await registry.create(bed.home.workspace);
  channel.messages.send({ text: 'two', images: [] });
  await expect
    .poll(() => JSON.stringify(items(channel)), { timeout: 20_000 })
    .toContain('profile Gate');
  expect([bed.api.requests, gateway.requests]).toEqual([[], []]);
});

async function authCommand(version: CliVersion) {
  const cli = await cliBinary(version);
  return new AuthCommand({
    locate: async () => ({
      target: { command: cli.command, args: [...cli.prefix], env: {} },
      version: parseVersion(cli.version) ?? expect.fail(),
      env: bed.home.env as Record<string, string>,
    }),
    ...{ platform: process.platform, clock: systemClock, log: silentLog },
  });
}

it('reads who is signed in from the newest CLI', async () => {
  const command = await authCommand('newest');
  expect(await command.status(bed.home.workspace)).toMatchObject({
    ...{ loggedIn: true, authMethod: 'api_key', apiKeySource: 'ANTHROPIC_API_KEY' },
  });
});

it('does not ask a CLI that would take the command for a message to the model', async () => {
  const command = await authCommand('2.1.7');
  const mark = join(bed.home.root, 'started');
  const evil = {
    command: process.execPath,
    args: ['-e', `require("fs").writeFileSync("${mark}","")`],
  };
  await writeFile(join(bed.home.workspace, '.mcp.json'), JSON.stringify({ mcpServers: { evil } }));
  const { workspace } = bed.home;
  const asks = await Promise.allSettled([command.status(workspace), command.signOut(workspace)]);
  expect(bed.api.requests.map(({ prompt }) => prompt)).toEqual([]);
  expect(await readdir(bed.home.root)).not.toContain('started');
  const refused = { status: 'rejected', reason: { code: 'cli.unsupported' } };
  expect(asks).toMatchObject([refused, refused]);
});
