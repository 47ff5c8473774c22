import { expect, it } from 'vitest';
import { Emitter } from '../../../../../src/base/emitter';
import type { Channel } from '../../../../../src/core/conversation/channel';
import { hooksSection } from '../../../../../src/host/sections/hooks/hooksSection';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const section = () => hooksSection(use.bed.files, () => ({ dispose: () => undefined }));
const command = (text: string, more = {}) => ({ type: 'command', command: text, ...more });
const idOf = async (title: string): Promise<string> => {
  const { groups } = await section().read(use.bed.place());
  return groups.flatMap(({ rows }) => rows).find(row => row.title === title)?.id ?? expect.fail();
};

it('lists hooks by event with matcher, file and last run', async () => {
  const { bed } = use;
  bed.write(bed.user, {
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [command('one', { timeout: 5 })] }],
      Stop: [{ hooks: [command('two'), { type: 'prompt', prompt: 'done?' }] }],
    },
  });
  const listing = (event: string, displayText: string, source = 'userSettings') => ({
    ...{ event, displayText, source, type: 'command' },
  });
  const place = bed.place({
    get_hooks_listing: {
      hooks: [
        listing('PreToolUse', 'one'),
        ...[listing('Stop', 'two'), listing('Stop', 'done?')],
        listing('Stop', 'from a plugin', 'pluginHook'),
      ],
      eventCatalog: [
        { name: 'PreToolUse', summary: 'Before', supportsMatcher: true },
        { name: 'Stop', summary: 'At the end', supportsMatcher: false },
      ],
    },
    hookRuns: [
      {
        event: 'PreToolUse',
        name: 'PreToolUse:Bash',
        result: 'failed',
        exitCode: 1,
        text: 'no',
        at: 0,
      },
      { event: 'Stop', name: 'Stop', result: 'silent', text: '', at: 0 },
    ],
  });
  const content = await section().read(place);
  expect(bed.asked).toEqual(['get_hooks_listing']);
  const [first] = rowsOf(content, 'PreToolUse');
  expect(first).toMatchObject({
    title: 'one',
    more: 'no',
    badges: [{ text: 'failed with exit code 1' }],
  });
  expect(first?.detail).toMatch(/^For Bash · At most 5 s · Last run [^:]*:[^a-z]*[AP]M$/);
  expect(rowsOf(content, 'Stop').map(({ title, actions = [] }) => [title, actions.length])).toEqual(
    [
      ['two', 2],
      ['done?', 1],
      ['from a plugin', 0],
      ['Last runs', 0],
    ],
  );
  const { line } = (await section().locate?.(place, first?.id ?? '')) ?? {};
  expect(line).toBe(1);
});

it('is read anew when a hook of the conversation in front has run', () => {
  const { bed } = use;
  let runs: readonly object[] = [];
  const channel = {
    agent: { slot: { live: { reports: { hookRuns: () => runs } } } },
  } as unknown as Channel;
  const changed = new Emitter<Channel>();
  let reads = 0;
  const place = bed.place(undefined, { channel });
  const watch = hooksSection(bed.files, changed.event).watch?.(place, () => (reads += 1));
  changed.fire(channel);
  expect(reads).toBe(0);
  runs = [{ event: 'Stop' }];
  changed.fire({} as Channel);
  expect(reads).toBe(0);
  changed.fire(channel);
  changed.fire(channel);
  expect(reads).toBe(1);
  watch?.dispose();
});

it('adds a hook to those with the same matcher, else beside them', async () => {
  const { bed } = use;
  bed.write(bed.local, { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command('one')] }] } });
  const add = (...entries: string[]) => bed.act(section(), { action: 'add', entries });
  const first = await add('PreToolUse', 'Bash', 'two', '', 'local');
  await add('PreToolUse', '', 'three', '7', 'local');
  expect(bed.json(bed.local)).toEqual({
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [command('one'), command('two')] },
        { hooks: [command('three', { timeout: 7 })] },
      ],
    },
  });
  // The file has changed since: only this change is taken back.
  await first.undo?.();
  expect(bed.json(bed.local)).toMatchObject({
    hooks: {
      PreToolUse: [{ hooks: [command('one')] }, { hooks: [command('three', { timeout: 7 })] }],
    },
  });
});

const group = (matcher: string, ...commands: string[]) => ({
  matcher,
  hooks: commands.map(one => command(one)),
});
const writeGroups = (...groups: object[]) =>
  use.bed.write(use.bed.local, { hooks: { PreToolUse: groups } });
function groups(): readonly object[] {
  const { hooks } = use.bed.json(use.bed.local) as { hooks: { PreToolUse: object[] } };
  return hooks.PreToolUse;
}

it.each(['edit', 'remove'])(
  'does not %s another hook that has come into its place',
  async action => {
    writeGroups(group('Bash', 'one', 'two'));
    const row = await idOf('one');
    writeGroups(group('Bash', 'two'));
    const stale = use.bed.act(section(), { row, action, entries: ['Bash', 'x', ''] });
    await expect(stale).rejects.toMatchObject({ code: 'row.gone' });
    expect(groups()).toEqual([group('Bash', 'two')]);
  },
);

it.each([
  ['add', ['PreToolUse', 'Bash', 'two', '', 'local']],
  ['edit', ['Bash', 'ONE', '']],
  ['remove', []],
] as const)('%s fits no other group that comes in between', async (action, entries) => {
  const { bed } = use;
  writeGroups(group('Bash', 'one', 'other'));
  const row = action === 'add' ? undefined : await idOf('one');
  const moved = [group('Edit', 'one', 'other'), group('Bash', 'one', 'other')];
  // Another window writes while the CLI is asked.
  const place = bed.place(undefined, {
    reports: async () => {
      writeGroups(...moved);
      throw new Error('There is no CLI.');
    },
  });
  await expect(
    bed.act(section(), { row, action, entries: [...entries] }, place),
  ).rejects.toMatchObject({ code: 'settings.changed' });
  expect(groups()).toEqual(moved);
});

it.each([
  ['add', ['PreToolUse', 'Bash', 'two', '', 'local'], group('Edit', 'x')],
  ['add', ['PreToolUse', 'Write', 'two', '', 'local'], undefined],
  ['edit', ['Bash', 'ONE', ''], group('Edit', 'ONE', 'other')],
  ['remove', [], group('Edit', 'x')],
] as const)(
  'undo of "%s" says that it cannot, rather than doing nothing',
  async (action, entries, before) => {
    const { bed } = use;
    writeGroups(group('Bash', 'one', 'other'));
    const row = action === 'add' ? undefined : await idOf('one');
    const { undo } = await bed.act(section(), { row, action, entries: [...entries] });
    const written = groups();
    const now = before ? [before, ...written] : [written[0] ?? {}, group('Write', 'two', 'theirs')];
    writeGroups(...now);
    await expect(undo?.()).rejects.toMatchObject({ code: 'settings.changed' });
    expect(groups()).toEqual(now);
  },
);

it('tells what is wrong with an entry', async () => {
  const { bed } = use;
  const add = (...entries: string[]) => bed.act(section(), { action: 'add', entries });
  expect((await add('Stop', 'Bash', 'x')).problems).toEqual([
    ...[null, 'This event takes no matcher. Leave the field empty.', null, null, null],
  ]);
  expect((await add('Stop', '', '', 'soon')).problems).toEqual([
    ...[null, null, 'Fill in this field.', 'Enter a whole number.', null],
  ]);
  expect(() => bed.text(bed.local)).toThrow();
});

it('edits a hook and keeps what it does not know of it', async () => {
  const { bed } = use;
  bed.write(bed.user, {
    hooks: { Stop: [{ hooks: [command('one', { timeout: 5, async: true }), command('two')] }] },
  });
  const row = await idOf('one');
  const edited = await bed.act(section(), { row, action: 'edit', entries: ['', 'ONE', ''] });
  expect(bed.json(bed.user)).toEqual({
    hooks: { Stop: [{ hooks: [command('ONE', { async: true }), command('two')] }] },
  });
  await edited.undo?.();
  expect(bed.json(bed.user)).toMatchObject({
    hooks: { Stop: [{ hooks: [command('one', { timeout: 5, async: true }), command('two')] }] },
  });
});

it('moves a hook to another matcher', async () => {
  const { bed } = use;
  bed.write(bed.user, { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command('one')] }] } });
  const row = await idOf('one');
  await bed.act(section(), { row, action: 'edit', entries: ['Edit', 'one', ''] });
  expect(bed.json(bed.user)).toEqual({
    hooks: { PreToolUse: [{ matcher: 'Edit', hooks: [command('one')] }] },
  });
});

it('removes a hook, with its group if it is the last there', async () => {
  const { bed } = use;
  bed.write(bed.user, {
    hooks: { Stop: [{ hooks: [command('one'), command('two')] }, { hooks: [command('three')] }] },
  });
  await bed.act(section(), { row: await idOf('three'), action: 'remove' });
  await bed.act(section(), { row: await idOf('one'), action: 'remove' });
  expect(bed.json(bed.user)).toEqual({ hooks: { Stop: [{ hooks: [command('two')] }] } });
});

it('does not remove another hook that has come to the same place', async () => {
  const { bed } = use;
  bed.write(bed.user, { hooks: { Stop: [{ hooks: [command('one')] }] } });
  const row = await idOf('one');
  const place = bed.place();
  const source = section();
  const isPreview = true;
  await source.act?.(place, { row, action: 'remove', entries: [], isPreview });
  bed.write(bed.user, { hooks: {} });
  await expect(bed.act(source, { row, action: 'remove' })).rejects.toMatchObject({
    code: 'row.gone',
  });
});

it('disables all hooks and enables them again', async () => {
  const { bed } = use;
  await bed.act(section(), { row: 'all', action: 'switch' });
  expect(bed.json(bed.user)).toEqual({ disableAllHooks: true });
  const { groups } = await section().read(bed.place());
  expect(groups[0]?.rows[0]?.toggle?.isOn).toBe(true);
  await bed.act(section(), { row: 'all', action: 'switch' });
  expect(bed.json(bed.user)).toEqual({});
});

it('cannot enable hooks that an organization disables', async () => {
  const { bed } = use;
  bed.write(`${bed.managed}/managed-settings.json`, { disableAllHooks: true });
  const { groups } = await section().read(bed.place());
  expect(groups[0]?.rows[0]).toMatchObject({ detail: 'No hook runs' });
  expect(groups[0]?.rows[0]?.toggle).toBeUndefined();
  await expect(bed.act(section(), { row: 'all', action: 'switch' })).rejects.toMatchObject({
    code: 'settings.readOnly',
  });
});

it('does not say that hooks run while there are none', async () => {
  const [all] = rowsOf(await section().read(use.bed.place()), 'switch');
  expect(all?.detail).toBe('No hook is set up. Hooks that you add run.');
});
