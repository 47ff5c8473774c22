import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { ProgramAnswers } from '../../src/cli/programs/programAnswers';
import { ProgramGate } from '../../src/cli/programs/programGate';
import { readPrograms } from '../../src/cli/programs/readPrograms';
import type { FolderProgram } from '../../src/contract/programs';
import { text, toolUse } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { useChannelBeds } from './support/channelBeds';

const beds = useChannelBeds(['hello']);

const trace = () => join(beds.home.root, 'trace');
const hook = () => ({ type: 'command', command: `touch '${trace()}'` });

async function put(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
}

/** Writes a skill that leaves a trace when it is used. */
const putSkill = (folder: string, hooks: string) =>
  put(
    join(folder, '.claude/skills/x/SKILL.md'),
    `---\nname: x\ndescription: d\n${hooks}: {Stop: [{hooks: [${JSON.stringify(hook())}]}]}\n---\nhello`,
  );

/** Does what the user does who answers a terminal's question about a folder. */
async function trust(folder: string): Promise<void> {
  const file = join(beds.home.configDir, '.claude.json');
  const state = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const projects = { ...state.projects, [folder]: { hasTrustDialogAccepted: true } };
  await put(file, { ...state, projects });
}

function programGate(): ProgramGate {
  const answers = new ProgramAnswers(join(beds.home.root, 'answers.json'), silentLog);
  const options = {
    home: beds.home.home,
    isTracked: async () => false,
    hasOwnRules: (folder: string) => answers.hasOwnRules(folder),
    sharedRules: (folder: string) => answers.sharedRules(folder),
  };
  return new ProgramGate(place => readPrograms(place, options), answers);
}

/** Sends the first message of a conversation in the workspace. */
async function begin(message: string) {
  const programs = programGate();
  const registry = await beds.open({ programs });
  const channel = await registry.create(beds.home.workspace);
  const watch = new ChannelWatch(channel);
  channel.messages.send({ text: message, images: [] });
  return { programs, channel, watch };
}

/** Creates a repository with a commit. Returns git in it. */
function repository(folder: string): (...args: readonly string[]) => void {
  const user = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const git = (...args: readonly string[]) =>
    void execFileSync('git', [...user, ...args], { cwd: folder, stdio: 'pipe' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('commit', '--quiet', '--allow-empty', '--message', 'x');
  return git;
}

/** Has the agent call for a command that needs the user's permission. */
function scriptBuild(): void {
  beds.api.onPrompt('build', [
    toolUse('Bash', { command: 'npm run build', description: 'Build' }),
    text('built'),
  ]);
}

/** Expects that a message waits for the user's answer, and that it leaves a trace afterwards. */
async function expectQuestion(cwd: string, message: string): Promise<readonly FolderProgram[]> {
  const programs = programGate();
  const registry = await beds.open({ programs });
  const channel = await registry.create(cwd);
  const watch = new ChannelWatch(channel);
  const draft = watch.until('the message in the composer', () => channel.hasDraft);
  channel.messages.send({ text: message, images: [] });
  await draft;
  expect(channel.agent.slot.status).toEqual({ phase: 'stopped' });
  expect(existsSync(trace())).toBe(false);

  const question = programs.waiting(cwd) ?? expect.fail('There is no question.');
  await programs.answer(question, 'allow');
  channel.messages.send({ text: message, images: [] });
  await watch.turns(1);
  expect(existsSync(trace())).toBe(true);
  return question.programs;
}

it('asks before it runs hooks of a skill whose head names them in quotes', async () => {
  await putSkill(beds.home.workspace, '"hooks"');
  const [program] = await expectQuestion(beds.home.workspace, '/x');
  expect(program).toMatchObject({ kind: 'command', name: 'x' });
});

it('asks before it runs hooks of a skill in the folder of a file that it reads', async () => {
  const { workspace } = beds.home;
  await putSkill(join(workspace, 'packages/foo'), 'hooks');
  await put(join(workspace, 'packages/foo/a.txt'), 'a');
  const programs = programGate();
  const registry = await beds.open({ programs });
  const channel = await registry.create(workspace);
  const watch = new ChannelWatch(channel);
  await expect(channel.agent.resume()).rejects.toMatchObject({ code: 'folder.unanswered' });

  const question = programs.waiting(workspace) ?? expect.fail('There is no question.');
  expect(question.programs).toMatchObject([{ kind: 'command', name: 'x' }]);
  await programs.answer(question, 'allow');
  channel.messages.send({ text: 'See @packages/foo/a.txt', images: [] });
  await watch.turns(1);
  expect(existsSync(trace())).toBe(false);
  channel.messages.send({ text: '/x', images: [] });
  await watch.turns(2);
  expect(existsSync(trace())).toBe(true);
});

it('asks before it runs hooks of a plugin among the skills of a trusted folder', async () => {
  const { workspace } = beds.home;
  const plugin = join(workspace, '.claude/skills/p');
  await put(join(plugin, '.claude-plugin/plugin.json'), { name: 'p', description: 'd' });
  await put(join(plugin, 'hooks/hooks.json'), { hooks: { SessionStart: [{ hooks: [hook()] }] } });
  await trust(workspace);
  const found = await expectQuestion(workspace, 'hello');
  expect(found.map(({ kind }) => kind)).toEqual(['plugin', 'hook']);
});

it('asks before it runs hooks of local settings that no repository brings', async () => {
  const hooks = { SessionStart: [{ hooks: [hook()] }] };
  await put(join(beds.home.workspace, '.claude/settings.local.json'), { hooks });
  const [program] = await expectQuestion(beds.home.workspace, 'hello');
  expect(program).toMatchObject({ kind: 'hook', text: hook().command });
});

it('asks before it takes a rule that came with a folder, and not about the user’s later ones', async () => {
  const { workspace } = beds.home;
  const rules = (...allow: readonly string[]) =>
    put(join(workspace, '.claude/settings.local.json'), { permissions: { allow } });
  await rules('Bash');
  const programs = programGate();
  const registry = await beds.open({ programs });
  const channel = await registry.create(workspace);
  await expect(channel.agent.resume()).rejects.toMatchObject({ code: 'folder.unanswered' });
  const question = programs.waiting(workspace) ?? expect.fail('There is no question.');
  expect(question.programs).toMatchObject([{ kind: 'rule', name: 'allow', text: 'Bash' }]);
  await programs.answer(question, 'allow');
  await channel.agent.resume();
  await channel.agent.end();
  await rules('Bash', 'WebFetch');
  await channel.agent.resume();
});

it.each([
  ['a skill', (main: string) => putSkill(main, 'hooks'), '/x'],
  [
    'local settings',
    (main: string) =>
      put(join(main, '.claude/settings.local.json'), {
        hooks: { SessionStart: [{ hooks: [hook()] }] },
      }),
    'hello',
  ],
])('asks in a linked worktree before it runs %s of the main one', async (_, bring, message) => {
  const main = join(beds.home.root, 'main');
  const tree = join(beds.home.root, 'tree');
  await mkdir(main);
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: main });
  git('init', '--quiet');
  const user = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  git(...user, 'commit', '--quiet', '--allow-empty', '--message', 'x');
  git('worktree', 'add', '--quiet', tree);
  await bring(main);
  const [program] = await expectQuestion(tree, message);
  expect(program?.file).toContain('../main/.claude/');
});

it('asks before an agent that runs takes up a hook that has come since', async () => {
  const { workspace } = beds.home;
  const { programs, channel, watch } = await begin('hello');
  await watch.turns(1);
  const hooks = { UserPromptSubmit: [{ hooks: [hook()] }] };
  await put(join(workspace, '.claude/settings.json'), { hooks });
  await expect.poll(() => channel.agent.slot.isRestartDue, { timeout: 10_000 }).toBe(true);
  const draft = watch.until('the message in the composer', () => channel.hasDraft);
  channel.messages.send({ text: 'hello', images: [] });
  await draft;
  expect(programs.waiting(workspace)?.programs).toHaveLength(1);
  expect(existsSync(trace())).toBe(false);
});

it('asks before another effort makes the agent read its files anew', async () => {
  const { workspace } = beds.home;
  const { programs, channel, watch } = await begin('hello');
  await watch.turns(1);
  const hooks = { SessionEnd: [{ hooks: [hook()] }], UserPromptSubmit: [{ hooks: [hook()] }] };
  await put(join(workspace, '.claude/settings.json'), { hooks });
  await channel.settings.set({ effort: 'low' });
  const draft = watch.until('the message in the composer', () => channel.hasDraft);
  channel.messages.send({ text: 'hello', images: [] });
  await draft;
  expect(programs.waiting(workspace)?.programs).toHaveLength(2);
  expect(existsSync(trace())).toBe(false);
});

it('asks nothing about a rule that the user saves for everybody who works in the folder', async () => {
  const { workspace } = beds.home;
  scriptBuild();
  const { channel, watch } = await begin('build');
  const { id } = await watch.prompt();
  await channel.answer(id, { kind: 'allowAlways', destination: 'projectSettings' });
  await watch.turns(1);
  const shared = join(workspace, '.claude/settings.json');
  await expect.poll(() => readFile(shared, 'utf8').catch(() => '')).toContain('npm run');
  await channel.agent.end();
  await channel.agent.resume();
});

it('saves no rule with which an agent that runs would read its files anew', async () => {
  const { workspace } = beds.home;
  const local = join(workspace, '.claude/settings.local.json');
  scriptBuild();
  const { channel, watch } = await begin('build');
  const { id } = await watch.prompt();
  const hooks = { PostToolUse: [{ hooks: [hook()] }], Stop: [{ hooks: [hook()] }] };
  await put(join(workspace, '.claude/settings.json'), { hooks });
  await expect.poll(() => channel.agent.slot.isRestartDue, { timeout: 10_000 }).toBe(true);
  await channel.answer(id, { kind: 'allowAlways', destination: 'localSettings' });
  await watch.turns(1);
  expect([trace(), local].filter(existsSync)).toEqual([]);
  expect(JSON.stringify(channel.conversation.turns)).toContain('was not saved');
});

it('lets no agent enter a worktree whose branch brings other hooks', async () => {
  const { workspace } = beds.home;
  const git = repository(workspace);
  git('checkout', '--quiet', '-b', 'other');
  const hooks = { UserPromptSubmit: [{ hooks: [hook()] }] };
  await put(join(workspace, '.claude/settings.json'), { hooks });
  git('add', '--all');
  git('commit', '--quiet', '--message', 'y');
  git('checkout', '--quiet', 'main');
  git('worktree', 'add', '--quiet', '.claude/worktrees/other', 'other');
  const path = join(workspace, '.claude/worktrees/other');
  beds.api.onPrompt('look', [toolUse('EnterWorktree', { path }), text('done')]);
  const { channel, watch } = await begin('look');
  await watch.turns(1);
  expect(JSON.stringify(channel.conversation.turns)).toContain('that you have not allowed');
  await channel.settings.set({ effort: 'low' });
  channel.messages.send({ text: 'hello', images: [] });
  await watch.turns(2);
  expect(existsSync(trace())).toBe(false);
});

it('takes up no hook that a worktree gets once the agent is in it', async () => {
  const { workspace } = beds.home;
  repository(workspace);
  const settings = join(workspace, '.claude/worktrees/new/.claude/settings.json');
  beds.api.onPrompt('look', [
    toolUse('EnterWorktree', { name: 'new' }),
    async () => {
      await put(settings, { hooks: { UserPromptSubmit: [{ hooks: [hook()] }] } });
      return text('done');
    },
  ]);
  const registry = await beds.open({ programs: programGate() });
  const channel = await registry.create(workspace);
  const watch = new ChannelWatch(channel);
  channel.messages.send({ text: 'look', images: [] });
  await watch.turns(1);
  await channel.settings.set({ effort: 'low' });
  channel.messages.send({ text: 'hello', images: [] });
  await watch.turns(2);
  expect(existsSync(trace())).toBe(false);
});

it('changes the effort of an agent that takes nothing from its folder', async () => {
  const { workspace } = beds.home;
  await putSkill(workspace, 'hooks');
  const programs = programGate();
  await programs.answer(await programs.look({ cwd: workspace, addDirs: [] }), 'decline');
  const registry = await beds.open({ programs });
  const channel = await registry.create(workspace);
  await channel.agent.resume();
  await channel.settings.set({ effort: 'low' });
  expect(channel.agent.slot.isRestartDue).toBe(false);
});

it.each([{ cleanupPeriodDays: 1 }, { disableAllHooks: true }])(
  'asks before a folder sets %j',
  async settings => {
    await put(join(beds.home.workspace, '.claude/settings.json'), settings);
    const programs = programGate();
    const registry = await beds.open({ programs });
    const channel = await registry.create(beds.home.workspace);
    await expect(channel.agent.resume()).rejects.toMatchObject({ code: 'folder.unanswered' });
    expect(programs.waiting(beds.home.workspace)?.programs).toHaveLength(1);
  },
);
