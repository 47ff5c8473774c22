import { chmodSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fileNotes } from '../../../../../src/host/sections/files/fileNotes';
import { originOf } from '../../../../../src/host/sections/files/scopeLabels';
import { useSectionBed } from './sectionBed';

const use = useSectionBed();
const edits = [{ kind: 'set', path: ['model'], value: 'opus' }] as const;

it('names the origin of each file, and why it cannot be changed', async () => {
  const { bed } = use;
  bed.write(bed.user, '{');
  bed.write(bed.project, {});
  bed.write(bed.local, {});
  chmodSync(bed.local, 0o444);
  bed.write(`${bed.managed}/managed-settings.json`, {});
  bed.write(`${bed.managed}/managed-settings.d/10.json`, {});
  const found = await bed.files.read(bed.place());
  const existing = found.filter(({ exists }) => exists);
  expect(existing.map(file => originOf(file, true))).toEqual([
    { label: 'User settings', path: bed.user, readOnly: 'This is not valid JSON (line 1)' },
    { label: 'Project settings (shared)', path: bed.project },
    { label: 'Project settings (only you)', path: bed.local, readOnly: 'It is read-only' },
    ...['managed-settings.json', 'managed-settings.d/10.json'].map(name => ({
      label: 'Managed settings',
      path: `${bed.managed}/${name}`,
      readOnly: 'Your organization manages these settings',
    })),
  ]);
  expect(originOf(existing[1] ?? expect.fail(), false).readOnly).toBe(
    'The workspace is not trusted',
  );
  expect(fileNotes(found)).toEqual([
    {
      tone: 'bad',
      text: `Claude Code ignores ${bed.user}. This is not valid JSON (line 1).`,
      place: { path: bed.user, line: 1 },
    },
  ]);
});

it('says of a managed file that does not exist only that there can be one', async () => {
  const found = await use.bed.files.read(use.bed.place());
  const managed = found.filter(({ scope }) => scope === 'managed');
  expect(managed.map(({ exists }) => exists)).toContain(false);
  for (const file of managed) {
    expect(originOf(file, true).readOnly).toBe('An organization can manage settings here');
  }
});

it('shows a change as a diff and writes nothing', async () => {
  const { bed } = use;
  bed.write(bed.user, '{"a":1}');
  expect(await bed.files.carryOut(bed.place(), true, [{ scope: 'user', edits }])).toEqual({});
  expect(bed.text(bed.user)).toBe('{"a":1}');
  expect(bed.shown).toHaveLength(1);
  const [file] = bed.shown[0] ?? [];
  expect(file?.path).toBe(bed.user);
  expect(Buffer.from(file?.after ?? []).toString()).toBe('{"a":1,"model":"opus"}');
});

it('changes and undoes', async () => {
  const { bed } = use;
  const { undo, text } = await bed.files.carryOut(bed.place(), false, [{ scope: 'local', edits }]);
  expect(text).toBe('Written to .claude/settings.local.json.');
  expect(bed.json(bed.local)).toEqual({ model: 'opus' });
  await undo?.();
  expect(() => bed.text(bed.local)).toThrow();
});

it.each([true, false])('does nothing in an untrusted workspace (preview: %s)', async isPreview => {
  const { bed } = use;
  const place = bed.place(undefined, { isTrusted: false });
  const change = bed.files.carryOut(place, isPreview, [{ scope: 'user', edits }]);
  await expect(change).rejects.toMatchObject({ code: 'trust.required' });
  expect(bed.shown).toEqual([]);
  expect(() => bed.text(bed.user)).toThrow();
});

it('needs a folder for its settings', async () => {
  const { bed } = use;
  const place = bed.place(undefined, { cwd: undefined });
  await expect(
    bed.files.carryOut(place, false, [{ scope: 'project', edits }]),
  ).rejects.toMatchObject({ code: 'folder.none' });
});
