import { expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import { UserError } from '../../../../../src/base/errors';
import type { AuthStatus } from '../../../../../src/cli/account/authCommand';
import { Profiles } from '../../../../../src/host/account/profiles';
import { accountSection } from '../../../../../src/host/sections/account/accountSection';
import { keysIn, profileStorage } from '../../account/profileStorage';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const signedIn = { loggedIn: true, authMethod: 'claude.ai', apiProvider: 'firstParty' };
const form = ['Work', 'https://gateway.example', 'apiKey', 'sk-work', '', 'cli', 'A=1'];

function open(
  options: { status?: AuthStatus | Error; env?: Readonly<Record<string, string>> } = {},
) {
  const { status = { ...signedIn, email: 'me@example.com', subscriptionType: 'max' } } = options;
  const said: string[] = [];
  const storage = profileStorage();
  const changed = new Emitter<void>();
  const profiles = new Profiles(storage);
  const section = accountSection({
    profiles,
    command: {
      status: async () => {
        if (status instanceof Error) throw status;
        return status;
      },
      signOut: async () => void said.push('sign out'),
    },
    signIn: async () => void said.push('sign in'),
    onSignedIn: changed.event,
    home: '/home/me',
    environment: async () => options.env ?? {},
    restartAgents: cwd => said.push(`restart ${cwd ?? 'all'}`),
  });
  const account = async (place = use.bed.place()) => {
    const [row] = rowsOf(await section.read(place), 'account');
    const { title, detail, badges = [], actions = [] } = row ?? expect.fail();
    return [title, detail, badges.map(({ text }) => text), actions.map(({ id }) => id)];
  };
  return { section, said, profiles, storage, changed, account };
}

it.each<[string, AuthStatus, Readonly<Record<string, string>>, unknown[]]>([
  [
    'a subscription',
    { ...signedIn, email: 'me@example.com', orgName: 'Example', subscriptionType: 'max' },
    {},
    ['me@example.com', 'max, Example', [], ['signIn', 'signOut']],
  ],
  [
    'nobody',
    { loggedIn: false, authMethod: 'none' },
    {},
    ['No account', expect.stringContaining('Sign in'), ['Not signed in'], ['signIn']],
  ],
  [
    'an API key',
    { loggedIn: true, authMethod: 'api_key', apiKeySource: 'ANTHROPIC_API_KEY' },
    { ANTHROPIC_API_KEY: 'sk-secret' },
    ['API key', 'Billed by use. The key comes from ANTHROPIC_API_KEY.', [], []],
  ],
  [
    'a gateway',
    { loggedIn: false },
    {
      ANTHROPIC_BASE_URL: 'https://me:pass-word@gateway.example/v1/?k=1',
      ANTHROPIC_AUTH_TOKEN: 't',
    },
    ['https://gateway.example/v1', expect.stringContaining('ANTHROPIC_AUTH_TOKEN'), [], []],
  ],
  [
    'a cloud provider',
    { loggedIn: true, authMethod: 'third_party' },
    { CLAUDE_CODE_USE_BEDROCK: '1', AWS_REGION: 'eu-west-1' },
    ['Amazon Bedrock (eu-west-1)', expect.stringContaining('cloud provider'), [], []],
  ],
])(
  'says that %s is used, and asks only where that helps to sign in',
  async (_, status, env, row) => {
    const bed = open({ status, env });
    expect(await bed.account()).toEqual(row);
    const text = JSON.stringify(await bed.section.read(use.bed.place()));
    for (const secret of ['sk-secret', 'pass-word', 'k=1']) expect(text).not.toContain(secret);
  },
);

it('says why nobody can be asked', async () => {
  const status = new UserError('cli.missing', 'There is no CLI.');
  const content = await open({ status }).section.read(use.bed.place());
  expect(content.notes?.[0]?.text).toBe('There is no CLI.');
  expect(rowsOf(content, 'account')[0]?.title).toBe('Not known');
});

it('signs in and out, and lets agents start again', async () => {
  const { section, said } = open();
  await use.bed.act(section, { action: 'signIn', row: 'account' });
  await use.bed.act(section, { action: 'signOut', row: 'account' });
  expect(said).toEqual(['sign in', 'sign out', 'restart all']);
});

it('makes a profile whose key is never shown, uses it in the folder, and undoes both', async () => {
  const { bed } = use;
  const { section, said, profiles, storage, account } = open();
  const made = await bed.act(section, { action: 'new', entries: form });
  const [shown] = rowsOf(await section.read(bed.place()), 'profiles');
  expect(shown).toMatchObject({ title: 'Work', detail: 'https://gateway.example' });
  expect(shown?.badges).toEqual([{ text: 'API key stored' }]);
  expect(shown?.more).toBe('Variables: A');
  const id = String(shown?.id).replace('profile/', '');
  const used = await bed.act(section, { action: 'choose', row: 'folder', entries: [id] });
  expect(profiles.of(bed.cwd)?.name).toBe('Work');
  expect(await account()).toEqual([
    ...['https://gateway.example', expect.stringContaining('key of the profile Work'), [], []],
  ]);
  expect(JSON.stringify(await section.read(bed.place()))).not.toContain('sk-work');
  // Nothing else was chosen.
  await bed.act(section, { action: 'choose', row: 'folder', entries: [null] });
  expect(profiles.of(bed.cwd)?.name).toBe('Work');
  await used.undo?.();
  expect(profiles.of(bed.cwd)).toBeUndefined();
  await made.undo?.();
  expect([profiles.stored.profiles, storage.secrets.values.size]).toEqual([[], 0]);
  expect(said).toEqual([
    'restart all',
    ...[1, 2, 3].map(() => `restart ${bed.cwd}`),
    'restart all',
  ]);
});

it('keeps the key of a profile that is edited without one', async () => {
  const { bed } = use;
  const { section, profiles, storage } = open();
  await bed.act(section, { action: 'new', entries: form });
  const row = `profile/${profiles.stored.profiles[0]?.id}`;
  // Fields that were left alone have no entry.
  await bed.act(section, {
    action: 'edit',
    row,
    entries: [null, null, null, null, null, null, 'B=2'],
  });
  expect(profiles.stored.profiles).toMatchObject([
    { name: 'Work', baseUrl: 'https://gateway.example', auth: 'apiKey', env: { B: '2' } },
  ]);
  const entries = ['Office', '', 'token', '', '', 'cli', ''];
  await bed.act(section, { action: 'edit', row, entries });
  expect(profiles.stored.profiles).toMatchObject([{ name: 'Office', auth: 'token', env: {} }]);
  expect(profiles.stored.profiles[0]).not.toHaveProperty('baseUrl');
  expect(keysIn(storage.secrets)).toEqual(['sk-work']);
  await bed.act(section, { action: 'remove', row });
  await expect(bed.act(section, { action: 'edit', row, entries })).rejects.toMatchObject({
    code: 'row.gone',
  });
});

it.each([
  [0, ['', ...form.slice(1)]],
  [1, ['X', 'http://gateway.example', 'apiKey', 'k', '', 'cli', '']],
  [3, ['X', '', 'apiKey', '', '', 'cli', '']],
  [3, ['X', '', 'apiKey', 'a b', '', 'cli', '']],
  [4, ['X', '', 'command', '', '', 'gateway', '']],
  [4, ['X', '', 'command', '', './helper', 'gateway', '']],
  [4, ['X', '', 'command', '', 'helper\na\u0007b', 'gateway', '']],
  [5, ['X', '', 'apiKey', 'k', '', 'nobody', '']],
  [6, ['X', '', 'none', '', '', 'cli', 'NODE_OPTIONS=--require x']],
])('names the problem of field %i of %j, and stores nothing', async (field, entries) => {
  const { section, profiles, storage } = open();
  const { problems } = await use.bed.act(section, { action: 'new', entries });
  expect(problems?.[field]).toBeTruthy();
  expect([profiles.stored.profiles, storage.secrets.values.size]).toEqual([[], 0]);
});

it('makes profiles whose key is kept from the CLI, and says so', async () => {
  const { bed } = use;
  const { section, profiles, storage } = open();
  const kept = ['Kept', '', 'apiKey', 'sk-kept', '', 'gateway', '', true];
  await bed.act(section, { action: 'new', entries: kept });
  const command = 'op\n read \n\nop://team/key';
  const helper = ['Helper', '', 'command', '', command, 'cli', ''];
  await bed.act(section, { action: 'new', entries: helper });
  expect(profiles.stored.profiles).toMatchObject([
    { auth: 'apiKey', isKeyKept: true, isUnobserved: true },
    { auth: 'command', isKeyKept: true, command: ['op', 'read', 'op://team/key'] },
  ]);
  const rows = rowsOf(await section.read(bed.place()), 'profiles');
  expect(rows.map(({ badges = [] }) => badges.map(({ text }) => text))).toEqual([
    ['API key stored', 'Key kept from Claude Code', 'Never observed'],
    ['Helper command', 'Key kept from Claude Code'],
  ]);
  expect(keysIn(storage.secrets)).toEqual(['sk-kept']);
  const row = rows[1]?.id;
  await bed.act(section, { action: 'edit', row, entries: [null, null, 'none'] });
  expect(profiles.stored.profiles[1]).not.toHaveProperty('command');
  expect(profiles.stored.profiles[1]).not.toHaveProperty('isKeyKept');
});

it('allows a name once', async () => {
  const { section } = open();
  await use.bed.act(section, { action: 'new', entries: form });
  const { problems } = await use.bed.act(section, { action: 'new', entries: form });
  expect(problems?.[0]).toContain('already');
});

it('takes only profiles that are there', async () => {
  const { section, profiles } = open();
  const entries = ['no-such-id'];
  const { problems } = await use.bed.act(section, { action: 'choose', row: 'folder', entries });
  expect(problems?.[0]).toBeTruthy();
  expect(profiles.stored.folders).toEqual({});
});

it('asks nobody and changes nothing in an untrusted workspace', async () => {
  const { section, account, said } = open();
  const place = use.bed.place(undefined, { isTrusted: false });
  expect((await account(place)).at(-1)).toEqual([]);
  for (const action of ['signIn', 'signOut', 'new', 'choose']) {
    await expect(use.bed.act(section, { action, row: 'folder' }, place)).rejects.toMatchObject({
      code: 'trust.required',
    });
  }
  expect(said).toEqual([]);
});

it('is read anew when somebody signs in, and when a profile changes', async () => {
  const { section, changed, profiles } = open();
  let changes = 0;
  const watch = section.watch?.(use.bed.place(), () => (changes += 1));
  changed.fire();
  await profiles.assign('/w', '');
  watch?.dispose();
  changed.fire();
  expect(changes).toBe(2);
});
