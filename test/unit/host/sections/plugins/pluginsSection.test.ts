import { execFileSync } from 'node:child_process';
import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { ReportedPlugin } from '../../../../../src/cli/plugins/pluginCommand';
import type { SectionRow } from '../../../../../src/contract/sections';
import { pluginsSection } from '../../../../../src/host/sections/plugins/pluginsSection';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
/** Commands that ran, and what the CLI answers. */
const cli = {
  ran: [] as (readonly string[])[],
  listed: undefined as readonly ReportedPlugin[] | undefined,
  restarts: 0,
};
const section = () =>
  pluginsSection(use.bed.files, {
    command: {
      list: async () => cli.listed ?? Promise.reject(new Error('It cannot list plugins.')),
      change: async args => {
        cli.ran.push(args);
        return 'Done.';
      },
    },
    progress: (_, task) => task(new AbortController().signal),
    restartAgents: () => {
      cli.restarts += 1;
    },
  });
const folder = () => join(use.bed.root, 'market');
const alpha = () => join(folder(), 'plugins', 'alpha');

beforeEach(() => {
  const { bed } = use;
  Object.assign(cli, { ran: [], listed: undefined, restarts: 0 });
  const own = join(bed.home, 'plugins');
  const entry = { scope: 'user', installPath: alpha(), version: '1.2.0' };
  bed.write(join(own, 'installed_plugins.json'), {
    version: 2,
    plugins: {
      'alpha@tools': [entry],
      'other@tools': [{ ...entry, scope: 'project', projectPath: '/elsewhere' }],
    },
  });
  bed.write(join(own, 'known_marketplaces.json'), {
    tools: {
      source: { source: 'github', repo: 'me/tools' },
      installLocation: folder(),
      lastUpdated: '2026-11-23T12:00:00Z',
    },
    broken: { source: { source: 'directory', path: '/gone' }, installLocation: '/gone' },
  });
  bed.write(join(folder(), '.claude-plugin', 'marketplace.json'), {
    plugins: [
      { name: 'alpha', source: './plugins/alpha' },
      { name: 'beta', source: { source: 'url', url: 'https://x.test/b.git' }, version: '2' },
      { description: 'No name' },
    ],
  });
  bed.write(join(alpha(), '.claude-plugin', 'plugin.json'), { description: 'All of it' });
  bed.write(join(alpha(), 'commands', 'hi.md'), 'Hi');
  bed.write(join(alpha(), 'skills', 'deep', 'SKILL.md'), 'Deep');
  bed.write(join(alpha(), 'agents', 'helper.md'), 'Help');
  bed.write(join(alpha(), 'hooks', 'hooks.json'), { hooks: { Stop: [] } });
  bed.write(join(alpha(), '.mcp.json'), { mcpServers: { srv: {} } });
  bed.write(bed.user, { enabledPlugins: { 'alpha@tools': true } });
});

const row = 'plugin/user/alpha@tools';
const read = (isTrusted = true) => section().read(use.bed.place(undefined, { isTrusted }));
const titles = (rows: readonly SectionRow[] = []) => rows.map(({ title }) => title);

it('shows what is installed, offered and known, by the files', async () => {
  const { bed } = use;
  const content = await read(false);
  expect(content.notes?.[0]).toMatchObject({ tone: 'warning' });
  const [shown, ...others] = rowsOf(content, 'installed');
  expect(others).toEqual([]);
  expect(shown).toMatchObject({
    ...{ id: row, title: 'alpha', detail: 'From tools, for all projects. All of it' },
    ...{ badges: [{ text: '1.2.0' }], origin: { path: bed.user }, canOpen: true },
  });
  expect(titles(shown?.rows)).toEqual(['/alpha:hi', '/alpha:deep', 'alpha:helper', 'Stop', 'srv']);
  expect(titles(rowsOf(content, 'available'))).toEqual(['beta']);
  expect(rowsOf(content, 'marketplaces')).toMatchObject([
    { title: 'tools', detail: expect.stringMatching(/^me\/tools · 2 plugins · updated on /) },
    { title: 'broken', badges: [{ tone: 'bad' }] },
  ]);
  expect(JSON.stringify(content)).not.toMatch(/"actions"|"toggle"/);
  const locate = (id: string) => section().locate?.(bed.place(), id);
  expect(await locate(row)).toEqual({ path: bed.user, line: 1 });
  expect(await locate(`${row}/agent/helper`)).toEqual({ path: join(alpha(), 'agents/helper.md') });
  expect(await locate(`${row}/agent/../../x`)).toBeUndefined();
});

it('takes the word of the CLI, with its errors', async () => {
  cli.listed = [
    {
      id: 'alpha@tools',
      scope: 'local',
      version: '3',
      isEnabled: false,
      folder: undefined,
      errors: ['Bad hook'],
    },
  ];
  const content = await read();
  expect(content.notes).toEqual([]);
  expect(rowsOf(content, 'installed')).toMatchObject([
    {
      badges: [{ text: '3' }, { text: 'Off' }, { text: '1 error', tone: 'bad' }],
      rows: [{ title: 'Bad hook' }],
    },
  ]);
  cli.listed = undefined;
  expect((await read()).notes?.[0]?.text).toContain('It cannot list plugins.');
});

it('switches a plugin where its setting stands, unless it is managed', async () => {
  const { bed } = use;
  const toggle = () => bed.act(section(), { action: 'toggle', row });
  const { undo } = await toggle();
  expect(bed.json(bed.user)).toEqual({ enabledPlugins: { 'alpha@tools': false } });
  expect(rowsOf(await read(), 'installed')[0]?.toggle?.isOn).toBe(false);
  await undo?.();
  expect(bed.json(bed.user)).toEqual({ enabledPlugins: { 'alpha@tools': true } });
  expect(cli.restarts).toBe(2);
  const managed = { enabledPlugins: { 'alpha@tools': true } };
  bed.write(join(bed.managed, 'managed-settings.json'), managed);
  expect(rowsOf(await read(), 'installed')[0]?.toggle).toBeUndefined();
  await expect(toggle()).rejects.toMatchObject({ code: 'settings.readOnly' });
});

it('asks before it installs, and takes that back', async () => {
  const { bed } = use;
  const [offer] = rowsOf(await read(), 'available');
  const [install] = offer?.actions ?? [];
  expect(install?.form?.note).toContain('This one comes from https://x.test/b.git.');
  const act = (action: string, id: string, entries: string[] = []) =>
    bed.act(section(), { action, row: id, entries });
  const { text, undo } = await act('install', 'offer/beta@tools', ['project']);
  expect(text).toBe('Done.');
  await undo?.();
  const removed = await act('uninstall', row);
  await removed.undo?.();
  expect(cli.ran).toEqual([
    ['install', '--scope', 'project', '--', 'beta@tools'],
    ['uninstall', '--scope', 'project', '--keep-data', '--', 'beta@tools'],
    ['uninstall', '--keep-data', '--', 'alpha@tools'],
    ['install', '--', 'alpha@tools'],
  ]);
  expect((await act('install', 'offer/beta@tools', ['nowhere'])).problems).toBeDefined();
  await expect(act('install', 'offer/made-up@tools', ['user'])).rejects.toMatchObject({
    code: 'row.gone',
  });
});

it('adds, updates and removes marketplaces', async () => {
  const { bed } = use;
  const act = (action: string, more = {}) => bed.act(section(), { action, ...more });
  expect((await act('addMarket', { entries: [' ', 'user'] })).problems?.[0]).toEqual(
    expect.any(String),
  );
  await act('addMarket', { entries: ['--help', 'local'] });
  // No agent has anything of it.
  expect(cli.restarts).toBe(0);
  await act('updateMarket', { row: 'market/tools' });
  await act('removeMarket', { row: 'market/tools' });
  expect(cli.restarts).toBe(2);
  expect(cli.ran).toEqual([
    ['marketplace', 'add', '--scope', 'local', '--', '--help'],
    ['marketplace', 'update', '--', 'tools'],
    ['marketplace', 'remove', '--', 'tools'],
  ]);
  const [tools] = rowsOf(await read(), 'marketplaces');
  const remove = tools?.actions?.find(({ id }) => id === 'removeMarket');
  expect(remove?.question).toContain('The plugin installed from it');
  const place = bed.place(undefined, { isTrusted: false });
  await expect(bed.act(section(), { action: 'addMarket' }, place)).rejects.toMatchObject({
    code: 'trust.required',
  });
});

it('reads nothing outside of a marketplace', async () => {
  const { bed } = use;
  rmSync(join(bed.home, 'plugins', 'installed_plugins.json'));
  bed.write(bed.user, { enabledPlugins: { 'alpha@tools': true, 'out@tools': true } });
  const list = join(folder(), '.claude-plugin', 'marketplace.json');
  const plugins = [
    { name: 'out', source: '../home' },
    { name: 'alpha', source: './plugins/alpha' },
  ];
  bed.write(list, { plugins });
  bed.write(join(bed.home, 'commands', 'own.md'), 'x');
  const rows = rowsOf(await read(false), 'installed');
  expect(rows.map(one => [one.title, one.rows?.length ?? 0])).toEqual([
    ['alpha', 5],
    ['out', 0],
  ]);
});

it('stays bounded with hostile files', async () => {
  const { bed } = use;
  const manifest = join(alpha(), '.claude-plugin', 'plugin.json');
  rmSync(manifest);
  execFileSync('mkfifo', [manifest]);
  const list = join(folder(), '.claude-plugin', 'marketplace.json');
  appendFileSync(list, ' '.repeat(9 * 1024 * 1024));
  for (let index = 0; index < 300; index += 1) {
    bed.write(join(alpha(), 'commands', `c${index}.md`), 'x');
  }
  const content = await read();
  const [shown] = rowsOf(content, 'installed');
  expect(shown?.rows?.filter(({ title }) => title.startsWith('/alpha:c')).length).toBe(100);
  expect(rowsOf(content, 'marketplaces')[0]?.badges?.[0]?.text).toBe('Its list cannot be read');
  expect(rowsOf(content, 'available')).toEqual([]);
});

it('shows no password of a source, and none that the CLI names', async () => {
  const { bed } = use;
  const secret = 'hush-hush-hush';
  const url = `https://${secret}@git.test/tools.git`;
  bed.write(join(bed.home, 'plugins', 'known_marketplaces.json'), {
    tools: { source: { source: 'git', url }, installLocation: folder() },
  });
  bed.write(join(folder(), '.claude-plugin', 'marketplace.json'), {
    plugins: [
      { name: 'beta', source: { source: 'url', url: `https://me:${secret}@x.test/b.git` } },
      { name: 'gamma', source: './gamma' },
    ],
  });
  const failed = { id: 'alpha@tools', scope: 'user', version: '1', folder: undefined };
  cli.listed = [{ ...failed, isEnabled: true, errors: [`cannot clone ${url}`] }];
  const content = JSON.stringify(await read());
  expect(content).toContain('git.test/tools.git');
  expect(content).not.toContain(secret);
});
