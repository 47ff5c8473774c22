import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outputStylesSection } from '../../../../../src/host/sections/outputStyles/outputStylesSection';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const section = () => outputStylesSection(use.bed.files);
const styles = () => join(use.bed.cwd, '.claude', 'output-styles');
const answers = {
  reload_output_styles: { available_output_styles: ['default', 'Learning', 'Terse'] },
  get_settings: { effective: { outputStyle: 'Terse' } },
};

it('lists styles with their files, and which one is in use', async () => {
  const { bed } = use;
  bed.write(
    join(styles(), 'terse.md'),
    '---\nname: Terse\ndescription: "Few words"\n---\nBe brief.',
  );
  bed.write(bed.local, { outputStyle: 'Terse' });
  const content = await section().read(bed.place(answers));
  expect(rowsOf(content, 'choices')).toMatchObject([
    { title: 'Terse', origin: { label: 'Project settings (only you)' } },
  ]);
  expect(
    rowsOf(content, 'styles').map(({ title, detail, badges, canOpen, actions }) => [
      ...[title, detail, badges, canOpen],
      actions?.map(({ id }) => id),
    ]),
  ).toEqual([
    ['default', undefined, undefined, undefined, ['use']],
    ['Learning', undefined, undefined, undefined, ['use']],
    ['Terse', 'Few words', [{ text: 'In use', tone: 'good' }], true, undefined],
  ]);
  expect(content.groups[0]?.note).toBe('New conversations use the style “Terse”.');
  const place = bed.place(answers);
  expect(await section().locate?.(place, 'style/Terse')).toEqual({
    path: join(styles(), 'terse.md'),
  });
  expect(await section().locate?.(place, 'choice/local')).toEqual({ path: bed.local, line: 1 });
});

it('uses a style in a scope, and resets it', async () => {
  const { bed } = use;
  const place = bed.place(answers);
  const request = { row: 'style/Learning', action: 'use', entries: ['project'] };
  const used = await bed.act(section(), request, place);
  expect(bed.json(bed.project)).toEqual({ outputStyle: 'Learning' });
  await bed.act(section(), { row: 'choice/project', action: 'reset' }, place);
  expect(bed.json(bed.project)).toEqual({});
  await expect(used.undo?.()).rejects.toMatchObject({ code: 'settings.changed' });
});

it('makes a style, whose undo removes it unless it has changed', async () => {
  const { bed } = use;
  const entries = ['My style', 'Says "so"', 'Be brief.', 'project'];
  const create = () => bed.act(section(), { action: 'new', group: 'styles', entries });
  const made = await create();
  const path = join(styles(), 'My style.md');
  expect(bed.text(path)).toBe(
    '---\nname: My style\ndescription: "Says \\"so\\""\n---\n\nBe brief.\n',
  );
  await expect(create()).rejects.toMatchObject({ code: 'file.exists' });
  await made.undo?.();
  expect(() => bed.text(path)).toThrow();
  const again = await create();
  writeFileSync(path, 'mine');
  await expect(again.undo?.()).rejects.toMatchObject({ code: 'settings.changed' });
  expect(bed.text(path)).toBe('mine');
});

it.each(['../x', 'a/b', '.hidden', 'a:b', ''])('refuses the name %j', async name => {
  const entries = [name, '', 'x', 'project'];
  const { problems } = await use.bed.act(section(), { action: 'new', entries });
  expect(problems?.[0]).toEqual(expect.any(String));
});

it('changes nothing in an untrusted workspace', async () => {
  const { bed } = use;
  const place = bed.place(answers, { isTrusted: false });
  expect(JSON.stringify(await section().read(place))).not.toContain('"actions"');
  const entries = ['x', '', 'x', 'user'];
  await expect(bed.act(section(), { action: 'new', entries }, place)).rejects.toMatchObject({
    code: 'trust.required',
  });
});
