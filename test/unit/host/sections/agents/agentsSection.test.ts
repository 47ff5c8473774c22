import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AgentsSection } from '../../../../../src/host/sections/agents/agentsSection';
import { definitionBed } from '../definitions/definitionBed';
import { rowsOf, useSectionBed } from '../files/sectionBed';

const use = useSectionBed();
const project = (name: string) => join(use.bed.cwd, '.claude/agents', name);
const user = (name: string) => join(use.bed.home, 'agents', name);
const agent = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: Looks at ${name}\n${more}---\nBe careful.\n`;
const built = {
  start: { agents: [{ name: 'Plan', description: 'Plans', model: 'inherit' }, { name: 'tests' }] },
};
const open = () => {
  const bed = definitionBed(use.bed);
  return { ...bed, section: new AgentsSection(bed.ports) };
};
const form = ['my-agent', 'When: asked', 'Say "hi".', ['Read', 'Grep'], 'haiku', 'project'];

it('lists agents by source, with what they may do and where they come from', async () => {
  const { bed } = use;
  bed.write(project('deep/review.md'), agent('review', 'model: opus\ntools: Read, Grep\n'));
  bed.write(user('tests.md'), agent('tests', 'tools:\n  - "*"\n'));
  const { section } = open();
  const content = await section.read(bed.place(built));
  const [review] = rowsOf(content, 'project');
  expect(review).toMatchObject({
    ...{ title: 'review', detail: 'Looks at review', canOpen: true },
    origin: { label: 'This project', path: project('deep/review.md') },
    badges: [{ text: 'opus' }, { text: '2 tools' }, { text: expect.stringMatching(/^about \d/) }],
    more: 'Tools: Read, Grep\n\nBe careful.',
  });
  expect(rowsOf(content, 'user')[0]?.badges?.[0]).toEqual({ text: 'All tools' });
  // "tests" is the user's own.
  expect(rowsOf(content, 'others').map(({ title, detail }) => [title, detail])).toEqual([
    ['Plan', 'Plans'],
  ]);
  const row = String(review?.id);
  expect(await section.locate?.(bed.place(), row)).toEqual({ path: project('deep/review.md') });
  expect(await section.locate?.(bed.place(), 'file//etc/passwd')).toBeUndefined();
});

it('says which files Claude Code ignores, and which agents are overridden', async () => {
  const { bed } = use;
  bed.write(project('a.md'), agent('same'));
  bed.write(project('none.md'), '---\ndescription: x\n---\nBody');
  bed.write(project('short.md'), '---\nname: short\n---\nBody');
  bed.write(user('b.md'), agent('same'));
  const content = await open().section.read(bed.place(built));
  const shown = [...rowsOf(content, 'project'), ...rowsOf(content, 'user')].map(row => [
    ...[row.title, row.badges?.[0]?.text, row.actions?.map(({ id }) => id).join()],
  ]);
  expect(shown).toEqual([
    ['same', 'All tools', 'use,remove'],
    ['none', 'Ignored', 'remove'],
    ['short', 'Ignored', 'remove'],
    ['same', 'Overridden', 'remove'],
  ]);
  expect(rowsOf(content, 'project')[1]?.detail).toContain('has no “name”');
  expect(rowsOf(content, 'user')[0]?.more).toContain(project('a.md'));
});

it('makes an agent that is read back as it was entered, and undo removes it', async () => {
  const { bed } = use;
  const { section, opened } = open();
  const { undo } = await bed.act(section, { action: 'new', entries: form });
  const path = project('my-agent.md');
  expect(opened).toEqual([path]);
  const [row] = rowsOf(await section.read(bed.place(built)), 'project');
  expect(row).toMatchObject({ title: 'my-agent', detail: 'When: asked' });
  expect(row?.badges?.slice(0, 2)).toEqual([{ text: 'haiku' }, { text: '2 tools' }]);
  expect(bed.text(path)).toContain('\n---\n\nSay "hi".\n');
  await expect(bed.act(section, { action: 'new', entries: form })).rejects.toMatchObject({
    code: 'file.exists',
  });
  await undo?.();
  expect(existsSync(path)).toBe(false);
});

it('makes a prompt file of the project or of the user, which is listed', async () => {
  const { bed } = use;
  const { section, opened, ports } = open();
  const offered = async () => (await section.read(bed.place(built))).actions?.map(({ id }) => id);
  expect(await offered()).toContain('newPrompt');
  const entries = ['explain', 'Explains: well', 'Explain ${input:topic}.', 'project'];
  const { undo } = await bed.act(section, { action: 'newPrompt', entries });
  const path = join(bed.cwd, '.github/prompts/explain.prompt.md');
  expect(opened).toEqual([path]);
  expect(bed.text(path)).toContain('\n---\n\nExplain ${input:topic}.\n');
  const [row] = rowsOf(await section.read(bed.place(built)), 'prompts');
  expect(row).toMatchObject({ title: '/explain', detail: 'Explains: well' });
  await undo?.();
  expect(existsSync(path)).toBe(false);
  await bed.act(section, { action: 'newPrompt', entries: ['mine', '', 'Do it.', 'user'] });
  expect(opened).toEqual([path, join(String(ports.agentPlaces().editorPrompts), 'mine.prompt.md')]);
  const bad = await bed.act(section, { action: 'newPrompt', entries: ['../out', '', 'x', 'user'] });
  expect(bad.problems?.[0]).toBeTruthy();
});

it.each(['', 'Upper', '../out', 'a b', '-a', 'a--b', 'x'.repeat(65)])(
  'refuses the name %j',
  async name => {
    const { section } = open();
    const entries = [name, ...form.slice(1)];
    const { problems } = await use.bed.act(section, { action: 'new', entries });
    expect(problems?.[0]).toBeTruthy();
    expect(existsSync(join(use.bed.cwd, '.claude'))).toBe(false);
  },
);

it('removes the file of an agent, and brings it back', async () => {
  const { bed } = use;
  bed.write(project('a.md'), agent('a'));
  const { section } = open();
  const row = rowsOf(await section.read(bed.place()), 'project')[0]?.id;
  const { undo } = await bed.act(section, { action: 'remove', row });
  expect(existsSync(project('a.md'))).toBe(false);
  await undo?.();
  expect(bed.text(project('a.md'))).toBe(agent('a'));
});

it('starts a conversation with an agent that is there', async () => {
  const { bed } = use;
  const { section, started } = open();
  const place = bed.place(built);
  await bed.act(section, { action: 'use', row: 'agent/Plan' }, place);
  expect(started).toEqual([['Plan', bed.cwd]]);
  await expect(bed.act(section, { action: 'use', row: 'agent/Gone' }, place)).rejects.toMatchObject(
    { code: 'row.gone' },
  );
});

it('shows the agent of the conversation in front', async () => {
  const { bed } = use;
  const channel = { record: { picks: { agent: 'Plan' } } };
  const { section } = open();
  const place = bed.place(built, { channel: channel as never });
  const content = await section.read(place);
  expect(rowsOf(content, 'front')[0]?.title).toBe('Plan');
  expect(rowsOf(content, 'others')[0]?.badges).toEqual([
    { text: 'In this conversation', tone: 'good' },
  ]);
});

it('shows the files of an untrusted workspace, and changes nothing', async () => {
  const { bed } = use;
  bed.write(project('a.md'), agent('a'));
  const { section } = open();
  const place = bed.place(built, { isTrusted: false });
  const content = await section.read(place);
  expect(rowsOf(content, 'project')[0]).not.toHaveProperty('actions');
  expect(content.actions).toBeUndefined();
  expect(content.notes?.[0]?.text).toContain('not trusted');
  for (const action of ['new', 'remove', 'use']) {
    await expect(bed.act(section, { action, row: 'front' }, place)).rejects.toMatchObject({
      code: 'trust.required',
    });
  }
});

it('lists agents of VS Code, of the organization, and prompt files, each from its source', async () => {
  const { bed } = use;
  const github = join(bed.cwd, '.github');
  bed.write(join(bed.managed, '.claude/agents/boss.md'), agent('boss'));
  bed.write(
    join(github, 'agents/look.agent.md'),
    '---\ndescription: Looks\ntools: [read]\nhandoffs: []\n---\nLook.',
  );
  bed.write(join(bed.root, 'os/.copilot/agents/mine.agent.md'), '---\ndescription: d\n---\nx');
  bed.write(join(bed.root, 'prompts/own.prompt.md'), 'Do it.');
  bed.write(
    join(github, 'prompts/ask.prompt.md'),
    '---\ndescription: Asks\nargument-hint: what\nmodel: haiku\n---\nAsk.',
  );
  const { section } = open();
  const content = await section.read(bed.place(built));
  expect(content.groups.map(({ id, title }) => [id, title])).toEqual([
    ['organization', 'Your organization'],
    ['project', 'This project'],
    ['user', 'You, in all projects'],
    ['others', 'Built in and from plugins'],
    ['prompts', 'Prompt files'],
  ]);
  const [boss] = rowsOf(content, 'organization');
  expect(boss?.origin?.readOnly).toBeTruthy();
  expect(boss?.actions?.map(({ id }) => id)).toEqual(['use']);
  const [look] = rowsOf(content, 'project');
  expect(look).toMatchObject({ title: 'look', detail: 'Looks' });
  expect(look?.badges?.at(-1)).toEqual({ text: 'VS Code and GitHub' });
  expect(look?.more).toBe('Tools: Read\n\nTandem keeps “handoffs” and does not apply it.\n\nLook.');
  expect(rowsOf(content, 'user').map(({ title }) => title)).toEqual(['mine']);
  const [ask, own] = rowsOf(content, 'prompts');
  expect(ask).toMatchObject({ title: '/ask', badges: [{ text: 'haiku' }, { text: 'what' }] });
  expect(own).toMatchObject({ title: '/own', origin: { label: 'You, in all projects' } });
  await expect(
    bed.act(section, { action: 'remove', row: boss?.id ?? '' }, bed.place(built)),
  ).rejects.toMatchObject({ code: 'row.gone' });
});

it('lists nothing of VS Code if that is off', async () => {
  const { bed } = use;
  bed.write(join(bed.cwd, '.github/agents/a.md'), '---\ndescription: d\n---\nx');
  bed.write(join(bed.cwd, '.github/prompts/p.prompt.md'), 'Ask.');
  const { ports } = open();
  const section = new AgentsSection({ ...ports, usesGithub: () => false });
  const content = await section.read(bed.place(built));
  expect(rowsOf(content, 'project')).toEqual([]);
  expect(content.groups.map(({ id }) => id)).not.toContain('prompts');
});

it('shows what is wrong with a file, and opens it there', async () => {
  const { bed } = use;
  const path = project('odd.md');
  bed.write(path, agent('odd', 'tools: Reed\nmaxTurns: 3\npermissionMode: never\n'));
  const { section } = open();
  const [row] = rowsOf(await section.read(bed.place(built)), 'project');
  expect(row?.badges?.[0]).toEqual({ text: '2 problems', tone: 'warning' });
  expect(row?.rows?.map(({ title, detail }) => [title, detail])).toEqual([
    ['Line 4', 'Claude Code has no tool “Reed”. It is left out.'],
    ['Line 6', expect.stringMatching(/^“permissionMode” must be one of: default, /)],
  ]);
  const line = async (id: unknown) => section.locate?.(bed.place(), String(id));
  expect(await line(row?.id)).toEqual({ path, line: 4 });
  expect(await line(row?.rows?.[1]?.id)).toEqual({ path, line: 6 });
});

it('lets the model write a draft, which is changed before it becomes a file', async () => {
  const { bed } = use;
  const { section } = open();
  const asked: string[] = [];
  const reports = async () => ({
    ...(await bed.place(built).reports()),
    aside: async (question: string) => {
      asked.push(question);
      const tools = ['Read', 'Reed'];
      const draft = { name: 'Quokka Lover!', description: 'When\nasked', instructions: 'Smile.' };
      return `Here it is:\n\`\`\`json\n${JSON.stringify({ ...draft, tools, model: 'gpt' })}\n\`\`\``;
    },
  });
  const place = bed.place(built, { reports });
  const { problems } = await bed.act(section, { action: 'draft', entries: [''] }, place);
  expect(problems).toBeTruthy();
  await bed.act(section, { action: 'draft', entries: ['An agent that smiles'] }, place);
  expect(asked).toEqual([expect.stringContaining('An agent that smiles')]);
  const [row] = rowsOf(await section.read(place), 'draft');
  const fields = row?.actions?.[0]?.form?.fields ?? [];
  expect(fields.map(field => ('initial' in field ? field.initial : undefined))).toEqual([
    ...['quokka-lover', 'When asked', 'Smile.', ['Read'], 'inherit', 'project'],
  ]);
  expect(existsSync(join(bed.cwd, '.claude'))).toBe(false);
  const { undo } = await bed.act(section, { action: 'discard' }, place);
  expect(rowsOf(await section.read(place), 'draft')).toEqual([]);
  await undo?.();
  const entries = ['quokka', 'When asked', 'Smile twice.', ['Read', 'Edit'], 'haiku', 'github'];
  await bed.act(section, { action: 'create', entries }, place);
  expect(bed.text(join(bed.cwd, '.github/agents/quokka.agent.md'))).toBe(
    '---\nname: quokka\ndescription: When asked\ntools:\n  - Read\n  - Edit\nmodel: haiku\n---\n\nSmile twice.\n',
  );
  expect(rowsOf(await section.read(place), 'draft')).toEqual([]);
});

it.each(['No idea.', '{"name": "a"', '{"name": "", "description": "b", "instructions": "c"}'])(
  'says that the answer %j holds no draft',
  async answer => {
    const { bed } = use;
    const reports = async () => ({
      ...(await bed.place(built).reports()),
      aside: async () => answer,
    });
    const place = bed.place(built, { reports });
    const acting = bed.act(open().section, { action: 'draft', entries: ['x'] }, place);
    await expect(acting).rejects.toMatchObject({ code: 'message.unanswered' });
  },
);
