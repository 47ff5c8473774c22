import { expect, it } from 'vitest';
import { noProfiles, parseProfiles } from '../../../../src/host/account/profileSchema';
import { Profiles } from '../../../../src/host/account/profiles';
import { keysIn, profileStorage } from './profileStorage';

const work = {
  ...{ name: 'Work', baseUrl: 'https://gateway.example', auth: 'apiKey' as const },
  env: { ANTHROPIC_MODEL: 'opus' },
};

async function bed() {
  const storage = profileStorage();
  const profiles = new Profiles(storage);
  const undoSave = await profiles.save(work, 'sk-work');
  const [profile] = profiles.stored.profiles;
  if (!profile) throw new Error('It was not saved.');
  return { ...storage, profiles, profile, undoSave };
}

it('gives the environment of its profile to a folder, and to no other', async () => {
  const { profiles, profile } = await bed();
  await profiles.assign('/w', profile.id);
  const base = {
    ...{ PATH: '/bin', ANTHROPIC_API_KEY: 'sk-mine', ANTHROPIC_AUTH_TOKEN: 'mine' },
    ...{ CLAUDE_CODE_OAUTH_TOKEN: 'oauth', ANTHROPIC_BASE_URL: 'https://other.example' },
  };
  // No key goes to the address of another.
  expect(await profiles.environment(base, '/w')).toEqual({
    ...{ PATH: '/bin', ANTHROPIC_MODEL: 'opus' },
    ...{ ANTHROPIC_BASE_URL: 'https://gateway.example', ANTHROPIC_API_KEY: 'sk-work' },
  });
  expect(await profiles.environment(base, '/w/inner')).toEqual(base);
  expect(await profiles.environment(base, undefined)).toEqual(base);
});

it('gives a profile without a key and with an address nothing of what is inherited', async () => {
  const { profiles, profile } = await bed();
  await profiles.save({ ...profile, auth: 'none' }, undefined);
  await profiles.assign('/w', profile.id);
  const env = await profiles.environment({ ANTHROPIC_API_KEY: 'sk-mine' }, '/w');
  expect(env).not.toHaveProperty('ANTHROPIC_API_KEY');
  await profiles.save({ ...profile, auth: 'none', baseUrl: undefined }, undefined);
  const own = await profiles.environment({ ANTHROPIC_API_KEY: 'sk-mine' }, '/w');
  expect(own.ANTHROPIC_API_KEY).toBe('sk-mine');
});

const clouds = {
  ...{ CLAUDE_CODE_USE_BEDROCK: '', CLAUDE_CODE_USE_VERTEX: '', CLAUDE_CODE_USE_FOUNDRY: '' },
  ...{ CLAUDE_CODE_USE_MANTLE: '', CLAUDE_CODE_USE_ANTHROPIC_AWS: '' },
  ...{ CLAUDE_CODE_USE_ANTHROPIC_GOOGLE_CLOUD: '', ANTHROPIC_UNIX_SOCKET: '' },
};

it('pins where requests go and that no other key goes along, never its own key', async () => {
  const { profiles, profile } = await bed();
  const pinned = async () => (await profiles.variables({}, profiles.of('/w'))).pinned;
  expect(await pinned()).toEqual({});
  await profiles.assign('/w', profile.id);
  const route = { ...clouds, ANTHROPIC_BASE_URL: 'https://gateway.example' };
  expect(await pinned()).toEqual({
    ...{ ...route, ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_MODEL: 'opus' },
  });
  await profiles.save({ ...profile, auth: 'none', env: {} }, undefined);
  const keys = { ANTHROPIC_API_KEY: '', ANTHROPIC_AUTH_TOKEN: '' };
  expect(await pinned()).toEqual({ ...route, ...keys });
  // A profile without an address and a key keeps the user's own account.
  const env = { CLAUDE_CODE_USE_VERTEX: '1' };
  await profiles.save({ ...profile, baseUrl: undefined, auth: 'none', env }, undefined);
  expect(await pinned()).toEqual({
    ...{ ...clouds, ...env, ANTHROPIC_BASE_URL: 'https://api.anthropic.com' },
  });
});

it('keeps address and key together when the folder gets another profile meanwhile', async () => {
  const { profiles, profile } = await bed();
  await profiles.assign('/w', profile.id);
  await profiles.save({ ...profile, id: 'other', baseUrl: 'https://other.example' }, 'sk-other');
  const starting = profiles.variables({}, profiles.of('/w'));
  await profiles.assign('/w', 'other');
  const { env, pinned } = await starting;
  expect([env.ANTHROPIC_API_KEY, pinned.ANTHROPIC_BASE_URL]).toEqual(['sk-work', profile.baseUrl]);
});

it('gives a terminal the address as an argument, and nothing that is private', async () => {
  const { profiles, profile } = await bed();
  const own: Record<string, string> = { PATH: '/bin' };
  const cli = { env: own, target: { command: 'node', args: ['cli.js'] } };
  expect(await profiles.forTerminal(cli, '/w')).toEqual(cli);
  await profiles.assign('/w', profile.id);
  const { env, target } = await profiles.forTerminal(cli, '/w');
  expect(env.ANTHROPIC_API_KEY).toBe('sk-work');
  const layer = { ...clouds, ANTHROPIC_AUTH_TOKEN: '', ANTHROPIC_BASE_URL: profile.baseUrl };
  expect([target.command, ...target.args.slice(0, 2)]).toEqual(['node', 'cli.js', '--settings']);
  expect(JSON.parse(target.args[2] ?? '')).toEqual({ env: layer });
  expect(target.args).toHaveLength(3);
});

it.each([{ isKeyKept: true }, { auth: 'command' as const, command: ['helper'] }])(
  'gives no program a key that is kept: %j',
  async kept => {
    const { profiles, profile } = await bed();
    await profiles.save({ ...profile, ...kept }, undefined);
    await profiles.assign('/w', profile.id);
    const { env, pinned } = await profiles.variables(
      { ANTHROPIC_API_KEY: 'sk-mine', ANTHROPIC_AUTH_TOKEN: 'mine' },
      profiles.of('/w'),
    );
    expect(JSON.stringify([env, pinned])).not.toMatch(/sk-|mine/);
    const cli = { env: {}, target: { command: 'claude', args: [] } };
    await expect(profiles.forTerminal(cli, '/w')).rejects.toMatchObject({
      code: 'profile.keptKey',
    });
  },
);

it('has a profile for all other folders, which one folder may refuse', async () => {
  const { profiles, profile } = await bed();
  const undo = await profiles.assign(undefined, profile.id);
  await profiles.assign('/w', '');
  expect([profiles.of('/x')?.name, profiles.of(undefined)?.name, profiles.of('/w')]).toEqual([
    ...['Work', 'Work', undefined],
  ]);
  await undo();
  expect(profiles.of('/x')).toBeUndefined();
});

it('keeps a key that is not typed again, and brings back a former one', async () => {
  const { profiles, profile, secrets } = await bed();
  await profiles.save({ ...profile, name: 'Office' }, undefined);
  expect(keysIn(secrets)).toEqual(['sk-work']);
  const undo = await profiles.save({ ...profile, name: 'Home' }, 'sk-home');
  expect(keysIn(secrets)).toEqual(['sk-home']);
  await undo();
  expect([profiles.stored.profiles[0]?.name, ...keysIn(secrets)]).toEqual([
    ...['Office', 'sk-work'],
  ]);
});

it('gives no key to an address that it was not stored with', async () => {
  const { profiles, profile, secrets, state } = await bed();
  const elsewhere = { ...profile, baseUrl: 'https://elsewhere.example' };
  // A window keeps the profile that it has read at its start, and all windows share the key.
  const other = new Profiles({ state: profileStorage().state, secrets });
  await other.save(elsewhere, 'sk-elsewhere');
  await expect(profiles.requireSecret(profile)).rejects.toMatchObject({ code: 'profile.noSecret' });
  expect(await other.requireSecret(elsewhere)).toBe('sk-elsewhere');
  // The user may give a key to a new address, and take that back.
  await profiles.save(profile, 'sk-work');
  const undo = await profiles.save(elsewhere, undefined);
  expect(await profiles.requireSecret(elsewhere)).toBe('sk-work');
  await undo();
  expect(await profiles.requireSecret(profile)).toBe('sk-work');
  // Earlier versions stored the key alone.
  secrets.values.set(`tandem.profile.${profile.id}`, 'sk-early');
  expect(await profiles.requireSecret(profile)).toBe('sk-early');
  secrets.values.set(`tandem.profile.${profile.id}`, '{"key":');
  await expect(profiles.requireSecret(profile)).rejects.toMatchObject({ code: 'profile.noSecret' });
  expect(JSON.stringify([...state.values])).not.toContain('sk-');
});

it('deletes the key with its profile, and brings back both and the folders', async () => {
  const { profiles, profile, secrets } = await bed();
  await profiles.assign('/w', profile.id);
  await profiles.assign(undefined, profile.id);
  const undo = await profiles.remove(profile);
  expect([profiles.stored.profiles, profiles.of('/w'), secrets.values.size]).toEqual([
    ...[[], undefined, 0],
  ]);
  await undo();
  expect((await profiles.environment({}, '/w')).ANTHROPIC_API_KEY).toBe('sk-work');
  expect(profiles.of('/other')?.id).toBe(profile.id);
});

it('takes back a new profile with its key', async () => {
  const { profiles, undoSave, secrets } = await bed();
  await undoSave();
  expect([profiles.stored.profiles, secrets.values.size]).toEqual([[], 0]);
});

it('says that a key is gone, and starts nothing without it', async () => {
  const { profiles, profile, secrets } = await bed();
  await profiles.assign('/w', profile.id);
  secrets.values.clear();
  await expect(profiles.environment({}, '/w')).rejects.toMatchObject({ code: 'profile.noSecret' });
});

it('changes nothing where the editor cannot store the key', async () => {
  const { profiles, profile, secrets } = await bed();
  secrets.store = () => Promise.reject(new Error('locked'));
  const save = profiles.save({ ...profile, name: 'Other' }, 'sk-new');
  await expect(save).rejects.toMatchObject({ code: 'profile.secret' });
  expect(profiles.stored.profiles).toEqual([profile]);
});

it('never stores a key beside the profiles', async () => {
  const { state } = await bed();
  expect(JSON.stringify([...state.values])).not.toContain('sk-work');
});

it('reports each change', async () => {
  const { profiles, profile } = await bed();
  let changes = 0;
  profiles.onChanged(() => (changes += 1));
  await profiles.assign('/w', profile.id);
  await profiles.save(profile, undefined);
  await profiles.remove(profile);
  expect(changes).toBe(3);
});

it.each([
  [undefined],
  ['text'],
  [{ profiles: [{ id: 'a', name: 'A', auth: 'other', env: {} }], folders: {} }],
  [{ profiles: [{ id: 'a', name: 'A', auth: 'command', command: [], env: {} }], folders: {} }],
  [{ profiles: [{ id: 'a', name: 'A', auth: 'command', command: ['./a'], env: {} }], folders: {} }],
  [{ profiles: [{ id: 'a', name: 'A', auth: 'none', env: {}, baseUrl: 'ftp://x' }], folders: {} }],
])('takes %j for no profiles', data => {
  expect(parseProfiles(data)).toEqual(noProfiles);
});

it('tells all keys, also replaced ones, so that no report contains them', async () => {
  const { profiles, profile, ...storage } = await bed();
  await profiles.save(profile, 'sk-new');
  await profiles.save({ name: 'Other', auth: 'token', env: {} }, 'of-a-gateway');
  expect([...(await profiles.keys())].toSorted()).toEqual(['of-a-gateway', 'sk-new', 'sk-work']);
  const next = new Profiles(storage);
  expect([...(await next.keys())].toSorted()).toEqual(['of-a-gateway', 'sk-new']);
});

it('keeps the other profiles where one is not valid, without variables that are no longer allowed', () => {
  const profile = { id: 'a', name: 'A', auth: 'apiKey', env: { BUN_OPTIONS: 'x', OK: '1' } };
  const data = {
    profiles: [profile, { ...profile, id: 'b', baseUrl: 'http://evil.test' }, null],
    folders: { '/w': 'a', '/x': 'b' },
    fallback: 'a',
  };
  expect(parseProfiles(data)).toEqual({
    profiles: [{ ...profile, env: { OK: '1' } }],
    folders: { '/w': 'a', '/x': 'b' },
    fallback: 'a',
  });
});
