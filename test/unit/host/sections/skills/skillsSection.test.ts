import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { skillsSection } from '../../../../../src/host/sections/skills/skillsSection';
import { definitionBed } from '../definitions/definitionBed';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const project = (path: string) => join(use.bed.cwd, '.claude', path);
const user = (path: string) => join(use.bed.home, path);
const open = () => {
  const bed = definitionBed(use.bed);
  return { ...bed, section: skillsSection(use.bed.files, bed.ports) };
};
const answers = {
  get_skills_dialog: {
    skills: [
      { name: 'one', state: 'on' },
      { name: 'plug:in', description: 'Of a plugin', state: 'on' },
    ],
  },
  start: {
    commands: [
      { name: 'One shown', description: 'A skill (project)' },
      { name: 'review', description: 'Reviews', builtin: true },
      { name: '__internal', description: 'For servers', builtin: true },
      { name: 'mcp__s__p', description: 'A prompt' },
    ],
  },
};
const skill = '---\nname: One shown\ndescription: A skill\n---\nBody';
const row = async (section: ReturnType<typeof skillsSection>, title: string) => {
  const { groups } = await section.read(use.bed.place(answers));
  return groups.flatMap(({ rows }) => rows).find(one => one.title === title);
};

it('lists skills and commands by source, each once', async () => {
  const { bed } = use;
  bed.write(project('skills/one/SKILL.md'), skill);
  bed.write(project('commands/x/doit.md'), '# Does it\nmore');
  bed.write(user('skills/mine/SKILL.md'), '---\ndescription: M\nuser-invocable: false\n---\nB');
  bed.write(user('commands/own.md'), '---\ndisable-model-invocation: true\n---\nText');
  const { section } = open();
  const content = await section.read(bed.place(answers));
  const shown = content.groups.map(({ id, rows }) => [
    id,
    rows.map(({ title, detail, badges = [] }) =>
      [title, detail, ...badges.map(({ text }) => text.replace(/\d+/, 'N'))].join(' | '),
    ),
  ]);
  expect(shown).toEqual([
    [
      'project',
      [
        '/One shown | A skill | Skill | about N tokens | /one',
        '/x:doit | Does it | Command | about N tokens',
      ],
    ],
    [
      'user',
      [
        '/mine | M | Skill | Only for Claude | about N tokens',
        '/own | Text | Command | Only for you',
      ],
    ],
    ['other', ['/plug:in | Of a plugin', '/mcp__s__p | A prompt']],
    ['builtin', ['/review | Reviews']],
  ]);
});

it('marks a skill that another one of its name overrides', async () => {
  use.bed.write(project('skills/one/SKILL.md'), skill);
  use.bed.write(user('skills/one/SKILL.md'), skill);
  const { section } = open();
  const content = await section.read(use.bed.place(answers));
  expect(rowsOf(content, 'user')[0]?.badges?.[1]?.text).toBe('Overridden');
  expect(rowsOf(content, 'project')[0]?.badges?.[1]?.text).not.toBe('Overridden');
});

it('changes how a skill is offered in a settings file, with preview and undo', async () => {
  const { bed } = use;
  bed.write(project('skills/one/SKILL.md'), skill);
  bed.write(bed.user, { skillOverrides: { one: 'name-only' } });
  const { section } = open();
  const shown = await row(section, '/One shown');
  expect(shown?.badges?.[1]?.text).toBe('On, but Claude sees only its name (User settings)');
  const request = { action: 'offer', row: shown?.id, entries: ['off', 'project'] };
  const place = bed.place(answers);
  await bed.act(section, { ...request, isPreview: true }, place);
  expect([bed.shown.length, existsSync(bed.project)]).toEqual([1, false]);
  const { undo } = await bed.act(section, request, place);
  expect(bed.json(bed.project)).toEqual({ skillOverrides: { one: 'off' } });
  expect((await row(section, '/One shown'))?.badges?.[1]).toEqual({
    text: 'Off (Project settings (shared))',
    tone: 'warning',
  });
  await undo?.();
  expect(existsSync(bed.project)).toBe(false);
});

it('offers no such choice where the CLI does not report it', async () => {
  const { bed } = use;
  bed.write(project('skills/one/SKILL.md'), skill);
  const [shown] = rowsOf(await open().section.read(bed.place()), 'project');
  expect(shown?.actions?.map(({ id }) => id)).toEqual(['remove']);
});

it('makes a skill and a command, and undo removes them', async () => {
  const { bed } = use;
  const { section, opened } = open();
  const skillMade = await bed.act(section, {
    ...{ action: 'newSkill', entries: ['tidy', 'Tidies: all', 'Tidy up.', 'user'] },
  });
  const commandMade = await bed.act(section, {
    ...{ action: 'newCommand', entries: ['go', 'Goes', 'Go to $ARGUMENTS', '[place]', 'project'] },
  });
  expect(opened).toEqual([user('skills/tidy/SKILL.md'), project('commands/go.md')]);
  expect(await row(section, '/tidy')).toMatchObject({ detail: 'Tidies: all' });
  expect(bed.text(project('commands/go.md'))).toBe(
    "---\ndescription: Goes\nargument-hint: '[place]'\n---\n\nGo to $ARGUMENTS\n",
  );
  await skillMade.undo?.();
  await commandMade.undo?.();
  expect(opened.map(path => existsSync(path))).toEqual([false, false]);
});

it('removes a skill with its folder, and brings both back', async () => {
  const { bed } = use;
  bed.write(project('skills/one/SKILL.md'), skill);
  bed.write(project('skills/one/script.py'), 'print()');
  const { section } = open();
  const shown = await row(section, '/One shown');
  const { undo } = await bed.act(section, { action: 'remove', row: shown?.id });
  expect(existsSync(project('skills/one'))).toBe(false);
  await undo?.();
  expect(bed.text(project('skills/one/script.py'))).toBe('print()');
});

it.each(['Up', '../x', 'a b', ''])('refuses the name %j', async name => {
  const entries = [name, 'd', 't', 'project'];
  const { problems } = await use.bed.act(open().section, { action: 'newSkill', entries });
  expect(problems?.[0]).toBeTruthy();
});

it('shows the files of an untrusted workspace, and changes nothing', async () => {
  const { bed } = use;
  bed.write(project('skills/one/SKILL.md'), skill);
  const { section } = open();
  const place = bed.place(answers, { isTrusted: false });
  const content = await section.read(place);
  expect(rowsOf(content, 'project')[0]).not.toHaveProperty('actions');
  expect([content.actions, bed.asked]).toEqual([undefined, []]);
  await expect(bed.act(section, { action: 'newSkill' }, place)).rejects.toMatchObject({
    code: 'trust.required',
  });
});
