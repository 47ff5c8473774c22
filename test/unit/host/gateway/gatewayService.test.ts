import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { ChannelId } from '../../../../src/contract/ids';
import { ownAgents } from '../../../../src/gateway/forward/upstream';
import type { ProfileStorage } from '../../../../src/host/account/profiles';
import { Profiles } from '../../../../src/host/account/profiles';
import { type GatewayLoss, GatewayService } from '../../../../src/host/gateway/gatewayService';
import { systemClock } from '../../../../src/node/systemClock';
import { closeServer } from '../../../support/gateway/closeServer';
import { bodyOf, type GatewayBed, gatewayBed, send } from '../../../support/gateway/gatewayBed';
import { profileStorage } from '../account/profileStorage';

const one = 'one' as ChannelId;
const two = 'two' as ChannelId;
const newest = '2.1.329';

let api: GatewayBed;
let profiles: Profiles;
let service: GatewayService;
let isObserving: boolean;
let recorded: Set<ChannelId>;
let files: {
  organization: Record<string, string>;
  others: Record<string, string>;
  canPin: boolean;
};
let lost: GatewayLoss[];

beforeEach(async () => {
  api = await gatewayBed();
  profiles = new Profiles(profileStorage() satisfies ProfileStorage);
  isObserving = false;
  recorded = new Set();
  files = { organization: {}, others: {}, canPin: true };
  service = new GatewayService({
    ...{ profiles, agents: ownAgents, platform: process.platform },
    ...{
      clock: systemClock,
      log: silentLog,
      isObserving: () => isObserving,
      isRecorded: channel => recorded.has(channel),
    },
    isConversation: channel => channel !== 'sections',
    observers: async () => () => undefined,
    files: async () => files,
    environment: async () => ({ PATH: process.env.PATH ?? '' }),
  });
  lost = [];
  service.onLost(loss => lost.push(loss));
});
afterEach(async () => {
  service.dispose();
  await api.close();
});

const kept = { name: 'Kept', auth: 'apiKey' as const, env: {}, isKeyKept: true };

async function use(profile: object, secret?: string) {
  await profiles.save({ ...kept, baseUrl: api.upstream.origin, ...profile }, secret);
  const { id } = profiles.stored.profiles.at(-1) ?? expect.fail();
  await profiles.assign('/w', id);
  return id;
}

/** Sends a request as the CLI with these variables would. */
async function ask(env: Readonly<Record<string, string>>) {
  const headers = { 'x-api-key': env.ANTHROPIC_API_KEY ?? '' };
  const answer = await send(`${env.ANTHROPIC_BASE_URL}/v1/messages`, { headers });
  await bodyOf(answer);
  return [answer.statusCode, api.reached.at(-1)?.headers['x-api-key']];
}

it('starts nothing and changes nothing where nobody wants it', async () => {
  const env = { PATH: '/bin', ANTHROPIC_API_KEY: 'sk-mine' };
  expect(await service.variables(env, '/w', one, newest)).toEqual({ env, pinned: {} });
  expect(service.state).toMatchObject({ isOn: false, address: undefined });
});

it('observes a conversation that is recorded, and says when a process is behind', async () => {
  recorded.add(one);
  expect([service.isObserved(one), service.isDue(one), service.isDue(two)]).toEqual([
    ...[false, true, false],
  ]);
  const { env, lease } = await service.variables({ PATH: '/bin' }, '/w', one, newest);
  expect(env.ANTHROPIC_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:/);
  expect((await service.variables({ PATH: '/bin' }, '/w', two, newest)).env).toEqual({
    PATH: '/bin',
  });
  expect([service.isObserved(one), service.isDue(one)]).toEqual([true, false]);
  recorded.clear();
  expect(service.isDue(one)).toBe(true);
  lease?.dispose();
  expect([service.isObserved(one), service.isDue(one)]).toEqual([false, false]);
});

it('keeps a key from the agent, whose substitute ends with its process', async () => {
  await use({}, 'sk-kept');
  const env = { PATH: '/bin', ANTHROPIC_API_KEY: 'sk-mine', NO_PROXY: 'intern.example' };
  files.others = { no_proxy: 'other.example' };
  const variables = await service.variables(env, '/w', one, newest);
  expect(JSON.stringify([variables.env, variables.pinned])).not.toMatch(/sk-kept|sk-mine/);
  const { ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: nonce } = variables.env;
  const noProxy = 'intern.example,other.example,127.0.0.1';
  const route = { ANTHROPIC_BASE_URL: address, NO_PROXY: noProxy, no_proxy: noProxy };
  expect(variables.env).toEqual({ PATH: '/bin', ANTHROPIC_API_KEY: nonce, ...route });
  expect(variables.pinned).toMatchObject({
    ...{
      ...route,
      ANTHROPIC_API_KEY: nonce,
      ANTHROPIC_AUTH_TOKEN: '',
      CLAUDE_CODE_USE_BEDROCK: '',
    },
  });
  expect(await ask(variables.env)).toEqual([200, 'sk-kept']);
  const { address: shown, kept: keys, observed, calls } = service.state;
  expect([shown, keys, observed, calls]).toEqual([address, 1, 0, 1]);
  variables.lease?.dispose();
  expect((await ask(variables.env))[0]).toBe(401);
  expect(service.state.kept).toBe(0);
});

it('binds a key to the address that it was read with', async () => {
  const id = await use({}, 'sk-old');
  const { env } = await service.variables({}, '/w', one, newest);
  await profiles.save({ ...kept, id, baseUrl: 'https://elsewhere.example' }, 'sk-new');
  expect(await ask(env)).toEqual([200, 'sk-old']);
});

it('passes a token as one, and the output of a command as both', async () => {
  await use({ auth: 'token' }, 'tok');
  await ask((await service.variables({}, '/w', one, newest)).env);
  expect(api.reached.at(-1)?.headers).toMatchObject({ authorization: 'Bearer tok' });
  const print = [process.execPath, '-e', 'console.log("printed")'];
  await use({ name: 'Helper', auth: 'command', command: print });
  await ask((await service.variables({}, '/w', one, newest)).env);
  expect(api.reached.at(-1)?.headers).toMatchObject({
    ...{ 'x-api-key': 'printed', authorization: 'Bearer printed' },
  });
});

it('starts no agent where a key cannot be kept, and says what to do', async () => {
  const id = await use({}, 'sk-kept');
  files.organization = { ANTHROPIC_BASE_URL: 'https://managed.example' };
  const failed = service.variables({}, '/w', one, newest);
  await expect(failed).rejects.toMatchObject({
    ...{ code: 'profile.keptKey', message: expect.stringContaining('organization') },
  });
  files.organization = {};
  await profiles.save({ ...kept, id, env: { CLAUDE_CODE_USE_BEDROCK: '1' } }, undefined);
  await expect(service.variables({}, '/w', one, newest)).rejects.toMatchObject({
    code: 'profile.keptKey',
  });
  expect(service.state.address).toBeUndefined();
});

it('observes with the own credentials of the agent, over the address of a profile', async () => {
  isObserving = true;
  await use({ isKeyKept: false }, 'sk-given');
  const { env, pinned, lease } = await service.variables({}, '/w', one, newest);
  expect(env.ANTHROPIC_API_KEY).toBe('sk-given');
  expect(env.ANTHROPIC_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sk-tandem-/);
  expect(pinned.ANTHROPIC_BASE_URL).toBe(env.ANTHROPIC_BASE_URL);
  expect(JSON.stringify(pinned)).not.toContain('sk-given');
  expect(await ask(env)).toEqual([200, 'sk-given']);
  expect(service.state).toMatchObject({ observed: 1, kept: 0, isOn: true });
  lease?.dispose();
  expect(service.state.observed).toBe(0);
});

it('observes no process that only answers the tab', async () => {
  isObserving = true;
  const env = { PATH: '/bin' };
  const sections = 'sections' as ChannelId;
  expect(await service.variables(env, '/x', sections, newest)).toEqual({ env, pinned: {} });
  await use({}, 'sk-kept');
  await service.variables(env, '/w', sections, newest);
  expect(service.state).toMatchObject({ observed: 0, kept: 1 });
  expect(service.state.unobserved.size).toBe(0);
});

it('says whom it does not observe, and why', async () => {
  isObserving = true;
  files.others = { ANTHROPIC_BASE_URL: 'https://hostile.example' };
  const env = { PATH: '/bin' };
  expect(await service.variables(env, '/x', one, newest)).toEqual({ env, pinned: {} });
  await use({ isKeyKept: false, isUnobserved: true }, 'sk-given');
  const excluded = await service.variables(env, '/w', two, newest);
  expect(excluded.env.ANTHROPIC_BASE_URL).toBe(api.upstream.origin);
  expect([...service.state.unobserved]).toEqual([
    [one, 'elsewhere'],
    [two, 'excluded'],
  ]);
  isObserving = false;
  await service.variables(env, '/x', one, newest);
  expect([...service.state.unobserved.keys()]).toEqual([two]);
});

it('knows before a process starts what would keep its calls from it', async () => {
  expect(await service.obstacleIn('/x')).toBeUndefined();
  files.others = { ANTHROPIC_BASE_URL: 'https://hostile.example' };
  expect(await service.obstacleIn('/x')).toBe('elsewhere');
  await use({ isKeyKept: false }, 'sk-given');
  expect(await service.obstacleIn('/w')).toBeUndefined();
  await use({ isKeyKept: false, isUnobserved: true }, 'sk-given');
  expect(await service.obstacleIn('/w')).toBe('excluded');
  expect(service.state).toMatchObject({ address: undefined, unobserved: new Map() });
});

it('reports whom the end of the gateway leaves, and does without it or starts another', async () => {
  isObserving = true;
  const { env } = await service.variables({}, '/x', one, newest);
  await use({}, 'sk-kept');
  const old = await service.variables({}, '/w', two, newest);
  closeServer(Number(new URL(env.ANTHROPIC_BASE_URL ?? '').port));
  await expect.poll(() => lost).toEqual([{ channel: one }, { channel: two, keyOf: 'Kept' }]);
  expect(service.state).toMatchObject({ address: undefined, observed: 0, kept: 0 });
  expect(await service.variables({}, '/x', one, newest)).toEqual({ env: {}, pinned: {} });
  expect(service.state.unobserved.get(one)).toBe('failed');
  const next = await service.variables({}, '/w', two, newest);
  expect(next.env.ANTHROPIC_API_KEY).not.toBe(old.env.ANTHROPIC_API_KEY);
  expect(await ask(next.env)).toEqual([200, 'sk-kept']);
});

it('undoes what it can of the changes that its address makes', async () => {
  isObserving = true;
  const tools = async (version: string, env: Record<string, string> = {}) =>
    (await service.variables(env, '/x', one, version)).pinned.ENABLE_TOOL_SEARCH;
  expect(await tools('2.1.200')).toBe('true');
  expect(await tools('2.1.200', { ENABLE_TOOL_SEARCH: 'auto:5' })).toBeUndefined();
  expect(await tools(newest)).toBeUndefined();
  await use({ isKeyKept: false }, 'sk-own');
  const elsewhere = await service.variables({}, '/w', one, '2.1.200');
  expect([elsewhere.pinned.ENABLE_TOOL_SEARCH, elsewhere.upstream]).toEqual([
    ...[undefined, api.upstream.origin],
  ]);
  expect((await service.variables({}, '/x', one, newest)).upstream).toBe(
    'https://api.anthropic.com',
  );
});

it('keeps what a profile says itself, and waits as long as the agent does', async () => {
  isObserving = true;
  const own = { NO_PROXY: 'profile.example', ENABLE_TOOL_SEARCH: 'false' };
  await profiles.save({ name: 'Own', auth: 'none', env: own }, undefined);
  await profiles.assign('/own', profiles.stored.profiles[0]?.id);
  expect((await service.variables({}, '/own', one, '2.1.200')).pinned).toMatchObject({
    ...{ NO_PROXY: 'profile.example,127.0.0.1', ENABLE_TOOL_SEARCH: 'false' },
  });
  files.others = { API_TIMEOUT_MS: '3000000' };
  const { lease } = await service.variables({}, '/x', one, newest);
  expect(lease).toMatchObject({ options: { limits: { head: 3_000_000 } } });
  // The CLI takes a star for all addresses only where it stands alone.
  const { env } = await service.variables({ NO_PROXY: '*' }, '/x', one, newest);
  expect([env.NO_PROXY, env.no_proxy]).toEqual(['*', '*']);
});
