import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPrograms } from '../../../../src/cli/programs/readPrograms';

let top: string;
let cwd: string;
let tracked: string[];
/** Folders whose local rules are the user's. */
let ofUser: string[];

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'programs-')));
  cwd = join(top, 'home', 'project', 'part');
  await mkdir(cwd, { recursive: true });
  tracked = [];
  ofUser = [];
});
afterEach(() => rm(top, { recursive: true, force: true }));

async function put(name: string, content: unknown, folder = cwd): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Makes a folder the root of a repository. */
const putRepository = (folder: string) => put('.git/HEAD', 'ref: refs/heads/main\n', folder);

const read = (...addDirs: string[]) =>
  readPrograms(
    { cwd, addDirs },
    {
      home: join(top, 'home'),
      isTracked: async path => tracked.includes(path),
      hasOwnRules: async folder => ofUser.includes(folder),
    },
  );
const listed = async (...addDirs: string[]) =>
  (await read(...addDirs)).programs.map(({ kind, file, name }) => `${kind} ${file} ${name}`.trim());

const hooks = { SessionStart: [{ hooks: [{ type: 'command', command: './a.sh' }] }] };
const tasks = [{ id: 'a', cron: '* * * * *', prompt: 'Go on.' }];
const servers = { mcpServers: { one: { command: 'one' } } };

it('lists nothing in a folder that brings nothing', async () => {
  await put('CLAUDE.md', 'Be nice.');
  await put('.claude/settings.json', { model: 'opus' });
  await put('.claude/commands/plain.md', 'Say hello.');
  expect((await read()).programs).toEqual([]);
});

it('lists settings, servers, agents, and the commands and skills that run programs', async () => {
  await put('.claude/settings.json', { hooks });
  await put('.mcp.json', servers);
  await put('.claude/agents/deep/helper.md', '---\nname: helper\ntools: Bash\n---\nHelp.');
  await put('.claude/commands/run.md', 'Look: !`git status`');
  await put('.claude/skills/wide/SKILL.md', '---\nallowed-tools: Bash\n---\nGo.');
  await put('.claude/workflows/flow.js', 'run()');
  expect(await listed()).toEqual([
    'hook .claude/settings.json SessionStart',
    'server .mcp.json one',
    'agent .claude/agents/deep/helper.md helper',
    'command .claude/commands/run.md run',
    'command .claude/skills/wide/SKILL.md wide',
    'command .claude/workflows/flow.js flow.js',
  ]);
});

it('lists what the CLI writes itself if the repository brings it, or it may not be the user’s', async () => {
  await putRepository(cwd);
  const local = await put('.claude/settings.local.json', { permissions: { allow: ['Bash'] } });
  const scheduled = await put('.claude/scheduled_tasks.json', { tasks });
  const all = [
    'rule .claude/settings.local.json allow',
    'command .claude/scheduled_tasks.json * * * * *',
  ];
  expect(await listed()).toEqual(all);
  ofUser = [cwd];
  expect(await listed()).toEqual([]);
  tracked = [local, scheduled];
  expect(await listed()).toEqual(all);
});

it('lists hooks of local settings that no repository brings, as those of a ZIP', async () => {
  const permissions = { allow: ['Bash'] };
  await put('.claude/settings.local.json', { hooks, permissions });
  ofUser = [cwd];
  expect(await listed()).toEqual(['hook .claude/settings.local.json SessionStart']);
  await putRepository(cwd);
  expect(await listed()).toEqual(['hook .claude/settings.local.json SessionStart']);
});

it('lists rules of local settings, also of folders around, until they are the user’s', async () => {
  const permissions = { allow: ['Bash'], deny: ['Read(.env)'], additionalDirectories: ['/'] };
  await put('.claude/settings.local.json', { permissions });
  await put('.claude/settings.local.json', { permissions: { allow: ['Read'] } }, dirname(cwd));
  const all = [
    'rule .claude/settings.local.json allow',
    'rule .claude/settings.local.json additionalDirectories',
    'rule ../.claude/settings.local.json allow',
  ];
  expect(await listed()).toEqual(all);
  ofUser = [cwd];
  expect(await listed()).toEqual(all.slice(2));
  ofUser = [cwd, dirname(cwd)];
  expect(await listed()).toEqual([]);
});

it('says which folders get rules of their own with the answer, and what remains then', async () => {
  await put('.claude/settings.json', { hooks });
  const before = await read();
  expect(before.doubt).toEqual({ folders: [cwd], hash: before.hash });
  await put('.claude/settings.local.json', { permissions: { allow: ['Bash'] } });
  const { hash, doubt } = await read();
  expect(doubt).toEqual({ folders: [cwd], hash: before.hash });
  expect(hash).not.toBe(before.hash);
  ofUser = [cwd];
  expect(await read()).toEqual({ hash: before.hash, programs: before.programs });
});

it.each([
  ['in a repository', true],
  ['outside of any', false],
])('asks nothing about answers of the user to questions of the CLI %s', async (_, isRepository) => {
  if (isRepository) {
    await putRepository(cwd);
  }
  const answers = { permissions: { allow: ['Bash'] }, enabledMcpjsonServers: ['one'] };
  await put('.claude/settings.local.json', answers);
  await put('.claude/scheduled_tasks.json', { tasks });
  ofUser = [cwd];
  expect(await listed()).toEqual([]);
});

it('looks into the folders around, but not at what lies in the home folder', async () => {
  const project = dirname(cwd);
  await put('.mcp.json', servers, project);
  // The CLI reads shared settings of the very folder only.
  await put('.claude/settings.json', { hooks }, project);
  tracked = [await put('.claude/settings.local.json', { hooks }, project)];
  for (const name of ['.mcp.json', '.claude/agents/own.md']) {
    await put(name, servers, dirname(project));
  }
  expect(await listed()).toEqual([
    'hook ../.claude/settings.local.json SessionStart',
    'server ../.mcp.json one',
  ]);
});

it('lists agents and commands of further folders, but no hooks: the CLI runs none of those', async () => {
  const other = join(top, 'other');
  await put('.claude/agents/far.md', 'Help.', other);
  await put('.claude/settings.json', { hooks }, other);
  await put('.mcp.json', servers, other);
  expect(await listed(other, other, dirname(cwd), join(top, 'home'))).toEqual([
    'agent ../../../other/.claude/agents/far.md far',
  ]);
});

it('lists files that it cannot judge as unreadable', async () => {
  await put('.claude/settings.json', '{ "hooks": ');
  await put('.mcp.json', `"${'x'.repeat(300_000)}"`);
  execFileSync('mkfifo', [
    join((await mkdir(join(cwd, '.claude/agents'), { recursive: true })) ?? '', 'pipe.md'),
  ]);
  expect(await listed()).toEqual([
    'unreadable .claude/settings.json',
    'unreadable .mcp.json',
    'unreadable .claude/agents/pipe.md',
  ]);
});

it('lists a folder with too many files as unreadable, and follows links', async () => {
  await put('elsewhere/agent.md', 'Help.');
  await mkdir(join(cwd, '.claude/agents'), { recursive: true });
  await symlink(join(cwd, 'elsewhere'), join(cwd, '.claude/agents/linked'));
  expect(await listed()).toEqual(['agent .claude/agents/linked/agent.md agent']);
  await symlink(cwd, join(cwd, 'elsewhere/loop'));
  for (let index = 0; index < 500; index += 1) {
    await put(`elsewhere/${index}.md`, '');
  }
  expect(await listed()).toEqual(['unreadable .claude/agents']);
});

it.each(['agents', 'commands', 'skills', 'workflows'])(
  'lists a folder of %s as unreadable if it is too deep to be searched',
  async folder => {
    await put(`.claude/${folder}/1/2/3/4/5/6/x.md`, 'Runs !`a`');
    expect(await listed()).toHaveLength(1);
    await put(`.claude/${folder}/1/2/3/4/5/6/7/x.md`, 'Runs !`a`');
    expect(await listed()).toEqual([`unreadable .claude/${folder}`]);
  },
);

it('lists plugins in the folder of skills, and asks again when a file of one changes', async () => {
  await put('.claude/skills/one/.claude-plugin/plugin.json', { name: 'guard' });
  await put('.claude/skills/one/bin/tool', 'one');
  expect(await listed()).toEqual(['plugin .claude/skills/one/.claude-plugin/plugin.json guard']);
  const { hash } = await read();
  await put('.claude/skills/one/bin/tool', 'two');
  expect((await read()).hash).not.toBe(hash);
});

it('has another hash when something listed changes, or the text of an agent', async () => {
  const first = await read();
  await put('.claude/settings.json', { hooks, model: 'opus' });
  const second = await read();
  expect(second.hash).not.toBe(first.hash);
  await put('.claude/settings.json', { hooks, model: 'haiku' });
  expect((await read()).hash).toBe(second.hash);
  await put('.claude/agents/a.md', 'One.');
  const third = await read();
  await put('.claude/agents/a.md', 'Two.');
  expect((await read()).hash).not.toBe(third.hash);
});

it('lists agents and prompts of .github up to the repository, and asks again when one changes', async () => {
  const project = dirname(cwd);
  await mkdir(join(project, '.git'));
  await put('.github/agents/a.md', '---\ntools: [edit]\n---\nGo.');
  await put('.github/agents/notes.txt', 'no agent');
  await put('.github/chatmodes/old.chatmode.md', 'Go.');
  await put('.github/prompts/p.prompt.md', '---\nmode: ask\n---\nGo.', project);
  await put('.github/prompts/README.md', 'no prompt', project);
  await put('.github/agents/b.agent.md', 'Too far up.', dirname(project));
  expect(await listed()).toEqual([
    'agent .github/agents/a.md a',
    'agent .github/chatmodes/old.chatmode.md old',
    'prompt ../.github/prompts/p.prompt.md p',
  ]);
  const { hash, programs } = await read();
  expect(programs.map(({ text }) => text)).toEqual(['tools: [edit]', '', 'mode: ask']);
  await put('.github/prompts/p.prompt.md', '---\nmode: ask\n---\nGo on.', project);
  expect((await read()).hash).not.toBe(hash);
});

it('asks again when a file changes in a folder with more files than anybody could judge', async () => {
  const names = Array.from({ length: 501 }, (_, index) => `.claude/commands/c${index}.md`);
  await Promise.all(names.map(name => put(name, 'Look.')));
  const { hash } = await read();
  expect((await read()).hash).toBe(hash);
  await put('.claude/commands/c7.md', 'Look: !`a`');
  expect((await read()).hash).not.toBe(hash);
});

const hookOf = (type: string) => ({ type, command: './a.sh', url: 'https://a.example' });
const serverOf = (type: string) => ({ one: { type, command: './a.sh', url: 'https://a.example' } });

it.each([
  ['a hook', 'settings.json', (type: string) => ({ hooks: { Stop: [{ hooks: [hookOf(type)] }] } })],
  ['a server', '../.mcp.json', (type: string) => ({ mcpServers: serverOf(type) })],
])('asks again when %s becomes one of another type', async (_, name, content) => {
  await put(`.claude/${name}`, content('http'));
  const { hash } = await read();
  await put(`.claude/${name}`, content('stdio'));
  expect((await read()).hash).not.toBe(hash);
});

it('asks again when a hook gets another event or condition that reads the same', async () => {
  const group = { hooks: [hookOf('command')] };
  const events = [
    { 'PreToolUse (Bash)': [group] },
    { PreToolUse: [{ ...group, matcher: 'Bash' }] },
    { PreToolUse: [{ ...group, matcher: 'Bash', if: 'Bash(git *)' }] },
  ];
  const hashes = new Set<string>();
  for (const hooks of events) {
    await put('.claude/settings.json', { hooks });
    hashes.add((await read()).hash);
  }
  expect(hashes.size).toBe(events.length);
});
