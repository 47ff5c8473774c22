import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { permissionsSection } from '../../../../../src/host/sections/permissions/permissionsSection';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const section = () => permissionsSection(use.bed.files);

function report(...rules: [behavior: string, source: string, rule: string][]) {
  const listed = rules.map(([behavior, source, rule]) => ({ behavior, source, rule }));
  return { list_permission_rules: { state: { rules: listed, managedOnly: false } } };
}

it('lists rules by behavior with their files, and those that came by arguments', async () => {
  const { bed } = use;
  bed.write(bed.user, '{\n"permissions": {\n"allow": [\n"Bash(ls)",\n"Read"]}}');
  bed.write(`${bed.managed}/managed-settings.json`, { permissions: { deny: ['WebFetch'] } });
  const place = bed.place(
    report(
      ['allow', 'userSettings', 'Bash(ls)'],
      ['allow', 'userSettings', 'Read'],
      ['deny', 'policySettings', 'WebFetch'],
      ['allow', 'cliArg', 'Bash(cli:*)'],
      ['allow', 'session', 'Edit'],
    ),
  );
  const content = await section().read(place);
  expect(
    rowsOf(content, 'allow').map(({ title, origin, actions = [] }) => [
      ...[title, origin?.label, actions.length > 0],
    ]),
  ).toEqual([
    ['Bash(ls)', 'User settings', true],
    ['Read', 'User settings', true],
    ['Bash(cli:*)', 'Command line', false],
    ['Edit', 'This conversation', false],
  ]);
  const [denied] = rowsOf(content, 'deny');
  expect(denied).toMatchObject({
    detail: 'Fetching any web page',
    origin: { label: 'Managed settings', readOnly: 'Your organization manages these settings' },
  });
  expect(denied?.actions).toBeUndefined();
  expect(content.notes).toEqual([]);
  expect(await section().locate?.(place, 'user/allow/Read')).toEqual({ path: bed.user, line: 5 });
});

it('lists very many rules at once', async () => {
  const { bed } = use;
  const allow = Array.from({ length: 30_000 }, (_, index) => `Bash(run ${index}:*)`);
  bed.write(
    bed.project,
    `{\n"permissions": {\n"allow": [\n${allow.map(one => `"${one}"`).join(',\n')}]}}`,
  );
  const place = bed.place(
    report(...allow.map(rule => ['allow', 'projectSettings', rule] as [string, string, string])),
  );
  const row = 'project/allow/Bash(run 29999:*)';
  expect(await section().locate?.(place, row)).toEqual({ path: bed.project, line: 30_003 });
});

it('puts the rules of Tandem for its own tools into one row, after those of the user', async () => {
  const { bed } = use;
  bed.write(bed.user, { permissions: { allow: ['Read'] } });
  const place = bed.place(
    report(
      ['allow', 'cliArg', 'mcp__tandem__hover'],
      ['allow', 'cliArg', 'mcp__tandem__rename'],
      ['deny', 'cliArg', 'mcp__tandem__run_task'],
      ['allow', 'userSettings', 'Read'],
    ),
  );
  const content = await section().read(place);
  expect(rowsOf(content, 'allow').map(({ title, rows = [] }) => [title, rows.length])).toEqual([
    ['Read', 0],
    ['Tools of Tandem', 2],
  ]);
  expect(rowsOf(content, 'allow')[1]?.rowsCount).toBe('2 tools');
  expect(rowsOf(content, 'deny').map(({ title }) => title)).toEqual(['mcp__tandem__run_task']);
});

it('marks rules that the CLI ignores, after it was made to read its files anew', async () => {
  const { bed } = use;
  bed.write(bed.project, { permissions: { allow: ['Bash(x)'] } });
  const content = await section().read(bed.place(report()));
  expect(bed.asked).toEqual([
    'list_permission_rules',
    'apply_flag_settings',
    'list_permission_rules',
  ]);
  expect(rowsOf(content, 'allow')[0]?.badges).toEqual([{ text: 'Ignored', tone: 'warning' }]);
  expect(content.notes?.[0]?.text).toContain('does not use one of these rules');
  expect(content.actions?.map(({ id }) => id)).toEqual(['remedy/tandem.terminal.open']);
});

it('shows the files without a CLI, and without actions in an untrusted workspace', async () => {
  const { bed } = use;
  bed.write(bed.project, { permissions: { ask: ['Bash(x)'], defaultMode: 'plan' } });
  const offline = await section().read(bed.place());
  expect(offline.notes?.[0]?.text).toBe('There is no CLI. This is what the files say.');
  const content = await section().read(bed.place(report(), { isTrusted: false }));
  expect(bed.asked).toEqual([]);
  expect(rowsOf(content, 'ask')).toMatchObject([{ title: 'Bash(x)' }]);
  expect(rowsOf(content, 'mode')).toMatchObject([{ title: 'Plan' }]);
  expect(JSON.stringify(content)).not.toContain('"actions"');
});

it('adds a rule and takes it back', async () => {
  const { bed } = use;
  bed.write(bed.local, '{ "permissions": { "allow": ["A"] } }');
  const entries = [' Bash(npm test:*) ', 'allow', 'local'];
  const added = await bed.act(section(), { group: 'allow', action: 'add', entries });
  expect(bed.text(bed.local)).toBe('{ "permissions": { "allow": ["A", "Bash(npm test:*)"] } }');
  await added.undo?.();
  expect(bed.text(bed.local)).toBe('{ "permissions": { "allow": ["A"] } }');
});

it('tells what is wrong with a rule and writes nothing', async () => {
  const { bed } = use;
  const bad = await bed.act(section(), { group: 'deny', action: 'add', entries: ['Bash(a'] });
  expect(bad.problems?.[0]).toContain('parentheses do not match');
  const empty = await bed.act(section(), { group: 'deny', action: 'add', entries: [''] });
  expect(empty.problems?.[0]).toBe('Fill in this field.');
  expect(() => bed.text(bed.local)).toThrow();
});

it('adds to the behavior of the group if nothing else was chosen, and names an unknown tool', async () => {
  const { bed } = use;
  const { text } = await bed.act(section(), { group: 'deny', action: 'add', entries: ['Zork'] });
  expect(bed.json(bed.local)).toEqual({ permissions: { deny: ['Zork'] } });
  expect(text).toContain('Tandem does not know this tool');
});

it('moves a rule to another file and behavior, with one undo', async () => {
  const { bed } = use;
  bed.write(bed.local, '{"permissions":{"allow":["A","B"]}}');
  bed.write(bed.user, '{}');
  const entries = ['deny', 'user'];
  const moved = await bed.act(section(), { row: 'local/allow/A', action: 'move', entries });
  expect(bed.json(bed.local)).toEqual({ permissions: { allow: ['B'] } });
  expect(bed.json(bed.user)).toEqual({ permissions: { deny: ['A'] } });
  await moved.undo?.();
  expect(bed.text(bed.local)).toBe('{"permissions":{"allow":["A","B"]}}');
  expect(bed.text(bed.user)).toBe('{}');
});

it('previews a move of both files', async () => {
  const { bed } = use;
  bed.write(bed.local, '{"permissions":{"allow":["A"]}}');
  const entries = ['allow', 'user'];
  await bed.act(section(), { row: 'local/allow/A', action: 'move', entries, isPreview: true });
  expect(bed.shown[0]?.map(({ path }) => path)).toEqual([bed.user, bed.local]);
  expect(bed.text(bed.local)).toBe('{"permissions":{"allow":["A"]}}');
});

it('removes a rule, and refuses one that is gone or read-only', async () => {
  const { bed } = use;
  bed.write(bed.local, '{"permissions":{"allow":["A"]}}');
  bed.write(bed.project, '{"permissions":{"allow":["P"]}}');
  chmodSync(bed.project, 0o444);
  await bed.act(section(), { row: 'local/allow/A', action: 'remove' });
  expect(bed.json(bed.local)).toEqual({ permissions: { allow: [] } });
  await expect(
    bed.act(section(), { row: 'local/allow/A', action: 'remove' }),
  ).rejects.toMatchObject({ code: 'row.gone' });
  await expect(
    bed.act(section(), { row: 'project/allow/P', action: 'remove' }),
  ).rejects.toMatchObject({ message: 'This cannot be changed here: It is read-only.' });
});

it('adds and removes folders, and sets and resets the mode', async () => {
  const { bed } = use;
  await bed.act(section(), { group: 'folders', action: 'add', entries: ['../other', 'user'] });
  await bed.act(section(), { group: 'mode', action: 'set', entries: ['acceptEdits', 'user'] });
  expect(bed.json(bed.user)).toEqual({
    permissions: { additionalDirectories: ['../other'], defaultMode: 'acceptEdits' },
  });
  await bed.act(section(), { row: 'user/mode/acceptEdits', action: 'set', entries: ['plan'] });
  await bed.act(section(), { row: 'user/folder/../other', action: 'remove' });
  expect(bed.json(bed.user)).toEqual({
    permissions: { additionalDirectories: [], defaultMode: 'plan' },
  });
  await bed.act(section(), { row: 'user/mode/plan', action: 'remove' });
  expect(bed.json(bed.user)).toEqual({ permissions: { additionalDirectories: [] } });
});

it.each(['the home folder', 'a link'])(
  'does not lose a rule that is moved to the same file: %s',
  async kind => {
    const { bed } = use;
    bed.write(bed.user, { permissions: { allow: ['Read'] } });
    const claude = join(bed.cwd, '.claude');
    if (kind === 'a link') {
      mkdirSync(claude);
      writeFileSync(bed.project, '{"permissions":{"allow":["Read"]}}');
      symlinkSync('settings.json', bed.local);
    } else {
      renameSync(bed.home, claude);
      symlinkSync(claude, bed.home);
    }
    const from = kind === 'a link' ? 'local' : 'user';
    const request = { row: `${from}/allow/Read`, action: 'move', entries: ['allow', 'project'] };
    for (const isPreview of [true, false]) {
      await expect(bed.act(section(), { ...request, isPreview })).rejects.toMatchObject({
        code: 'settings.sameFile',
      });
    }
    expect(bed.json(bed.project)).toEqual({ permissions: { allow: ['Read'] } });
  },
);
