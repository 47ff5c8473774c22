import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SettingsCatalog } from '../../../../../src/host/sections/settings/settingsCatalog';
import { settingsSection } from '../../../../../src/host/sections/settings/settingsSection';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const schema = resolve(import.meta.dirname, '../../../../../media/claudeSettings.schema.json');
const catalog = new SettingsCatalog(schema);
const section = () => settingsSection(use.bed.files, catalog);

it('shows effective values with the file that counts, and keeps environment variables private', async () => {
  const { bed } = use;
  bed.write(bed.user, '{\n"model": "opus",\n"env": {"TOKEN": "secret"},\n"hooks": {}}');
  bed.write(bed.local, '{"permissions": {"allow": ["A", "B"]},\n"model": "sonnet"}');
  const content = await section().read(bed.place());
  const rows = rowsOf(content, 'effective');
  expect(rows.map(({ title, detail, origin }) => [title, detail, origin?.label])).toEqual([
    ['model', 'sonnet', 'Project settings (only you)'],
    ['env.TOKEN', 'Set (not shown)', 'User settings'],
    ['permissions.allow', 'A, B', 'Project settings (only you)'],
  ]);
  expect(rows[0]?.badges).toEqual([{ text: 'Set in 1 other file' }]);
  expect(JSON.stringify(content)).not.toContain('secret');
  const place = bed.place();
  expect(await section().locate?.(place, 'setting/model')).toEqual({ path: bed.local, line: 2 });
});

it('takes the values from the CLI, and the files that it ignores', async () => {
  const { bed } = use;
  bed.write(bed.user, '{\n"cleanupPeriodDays": "x"}');
  bed.write(bed.project, '{ // comment\n}');
  const errors = [
    { file: bed.user, path: 'cleanupPeriodDays', message: 'Expected number' },
    { file: bed.project, path: '', message: 'Invalid or malformed JSON' },
  ];
  const place = bed.place({ get_settings: { effective: { model: 'opus' }, errors } });
  const content = await section().read(place);
  expect(rowsOf(content, 'effective')).toMatchObject([
    { title: 'model', origin: { label: 'Command line' } },
  ]);
  expect(rowsOf(content, 'problems').map(({ title, detail }) => [title, detail])).toEqual([
    [bed.project, 'Line 1: Claude Code cannot read comments'],
    [bed.user, 'Line 2: cleanupPeriodDays: Expected number'],
  ]);
  expect(await section().locate?.(place, 'problem/1')).toEqual({ path: bed.user, line: 2 });
});

it('changes a value by its type, in a scope', async () => {
  const { bed } = use;
  bed.write(bed.user, { cleanupPeriodDays: 5, verbose: true, effortLevel: 'low' });
  const change = (key: string, ...entries: (string | boolean)[]) =>
    bed.act(section(), { row: `setting/${key}`, action: 'change', entries });
  await change('cleanupPeriodDays', '9', 'user');
  await change('verbose', false, 'user');
  await change('effortLevel', 'high', 'local');
  expect(bed.json(bed.user)).toEqual({ cleanupPeriodDays: 9, verbose: false, effortLevel: 'low' });
  expect(bed.json(bed.local)).toEqual({ effortLevel: 'high' });
  expect((await change('cleanupPeriodDays', 'soon', 'user')).problems?.[0]).toContain('number');
  expect((await change('effortLevel', 'most', 'user')).problems?.[0]).toBeDefined();
});

it('resets a value, and takes that back', async () => {
  const { bed } = use;
  bed.write(bed.user, '{ "model": "opus" }');
  const { undo } = await bed.act(section(), { row: 'setting/model', action: 'reset' });
  expect(bed.json(bed.user)).toEqual({});
  await undo?.();
  expect(bed.text(bed.user)).toBe('{ "model": "opus" }');
});

it('sets any known value, checked by its type', async () => {
  const { bed } = use;
  const set = (...entries: string[]) => bed.act(section(), { action: 'set', entries });
  await set('sandbox.enabled', 'true', 'user');
  await set('cleanupPeriodDays', '7', 'user');
  expect(bed.json(bed.user)).toEqual({ sandbox: { enabled: true }, cleanupPeriodDays: 7 });
  expect((await set('verbose', 'yes')).problems?.[1]).toBe('Enter true or false.');
  expect((await set('effortLevel', 'most')).problems?.[1]).toContain('low, medium');
  expect((await set('nonsense', '1')).problems?.[0]).toBeDefined();
});

it('offers only settings with simple values, each described', async () => {
  const all = await catalog.all();
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter(({ description }) => !/^\S.*\.$/.test(description))).toEqual([]);
  const keys = all.map(({ key }) => key);
  expect(keys).toContain('sandbox.network.allowLocalBinding');
  expect(keys).not.toContain('permissions.allow');
});

it('shows no value that looks like a secret, nor lets it be changed here', async () => {
  const { bed } = use;
  bed.write(bed.user, {
    extraKnownMarketplaces: { a: { source: { source: 'git', url: 'https://hush@git.test/a' } } },
    other: 'Bearer hush-hush-hush',
    model: 'opus',
  });
  const { groups } = await section().read(bed.place());
  const content = JSON.stringify(groups);
  expect(content).not.toContain('hush');
  expect(content).toContain('Set (not shown)');
  expect(content).toContain('opus');
});

it('creates a missing file of the user, and tells the files of an organization apart', async () => {
  const { bed } = use;
  bed.write(bed.user, {});
  bed.write(join(bed.managed, 'managed-settings.d', 'proxy.json'), {});
  const files = async () => rowsOf(await section().read(bed.place()), 'files');
  expect(
    (await files()).map(({ title, actions = [] }) => [title, ...actions.map(one => one.id)]),
  ).toEqual([
    ['User settings'],
    ['Project settings (shared)', 'create'],
    ['Project settings (only you)', 'create'],
    ['Managed settings (sent by your organization)'],
    ['Managed settings (on this machine)'],
    ['Managed settings (proxy.json)'],
  ]);
  const { undo } = await bed.act(section(), { row: 'file/1', action: 'create' });
  expect(bed.json(bed.project)).toEqual({});
  expect((await files())[1]).toMatchObject({ detail: 'Exists', canOpen: true });
  await undo?.();
  expect((await files())[1]).toMatchObject({ detail: 'Does not exist' });
  await expect(bed.act(section(), { row: 'file/4', action: 'create' })).rejects.toMatchObject({
    code: 'row.gone',
  });
});

it('creates no settings where the workspace is not trusted', async () => {
  const { bed } = use;
  const content = await section().read(bed.place(undefined, { isTrusted: false }));
  expect(rowsOf(content, 'files').flatMap(({ actions = [] }) => actions)).toEqual([]);
});
