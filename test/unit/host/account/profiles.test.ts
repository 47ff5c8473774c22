import { expect, it } from 'vitest';
import { noProfiles, parseProfiles } from '../../../../src/host/account/profileSchema';
import { Profiles } from '../../../../src/host/account/profiles';
import { profileStorage } from './profileStorage';

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
  expect([...secrets.values.values()]).toEqual(['sk-work']);
  const undo = await profiles.save({ ...profile, name: 'Home' }, 'sk-home');
  expect([...secrets.values.values()]).toEqual(['sk-home']);
  await undo();
  expect([profiles.stored.profiles[0]?.name, ...secrets.values.values()]).toEqual([
    ...['Office', 'sk-work'],
  ]);
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
  [{ profiles: [{ id: 'a', name: 'A', auth: 'none', env: { LD_PRELOAD: 'x' } }], folders: {} }],
  [{ profiles: [{ id: 'a', name: 'A', auth: 'none', env: {}, baseUrl: 'ftp://x' }], folders: {} }],
])('takes %j for no profiles', data => {
  expect(parseProfiles(data)).toEqual(noProfiles);
});
