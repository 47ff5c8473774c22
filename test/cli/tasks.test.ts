import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoredSession } from '../../src/cli/sessions/openSession';
import type { RunningTask } from '../../src/contract/tasks';
import { isRunning } from '../../src/transcript/foldTasks';
import { gate, text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChannelWatch, channelBed } from '../support/channels/channelBed';
import { type CliVersion, cliBinary } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { foldAll } from '../support/storedConversation';
import { AgentRun } from './support/agentRun';
import { fileAppears } from './support/fileAppears';
import { hasEveryRow } from './support/versionRows';
import { versionTraits } from './support/versionTraits';

const versions: readonly CliVersion[] = ['newest', '2.1.200', '2.1.120', '2.0.36'];

/** Prints a word, creates a file, and runs forever. */
const endless = (name: string) => `echo hello; touch ${name}; exec tail -f /dev/null`;

// Before 2.1.200, a foreground subagent is reported but cannot be stopped alone.
describe.each(rowsOf<CliVersion>(['newest'], versions))('Claude Code %s', version => {
  const { agentTool } = versionTraits[version];
  const hasFrames = version !== '2.0.36';
  const stopsForeground = version === 'newest' || version === '2.1.200';
  let run: AgentRun;

  beforeAll(async () => {
    run = await AgentRun.start(await cliBinary(version));
  });
  afterAll(() => run.close());

  const tasks = (): readonly RunningTask[] => run.folded.summary.tasks;
  const task = (title: string) => tasks().findLast(one => one.title === title);
  const agent = (description: string, prompt: string, isBackground = false) =>
    toolUse(agentTool, {
      description,
      prompt,
      subagent_type: 'general-purpose',
      run_in_background: isBackground,
    });
  const commandOf = (title: string, name: string, inBackground: boolean) =>
    toolUse('Bash', {
      command: endless(name),
      description: title,
      ...(inBackground ? { run_in_background: true } : {}),
    });

  it('reports a subagent from start to end', async () => {
    run.api.onSubagent('look around', [
      toolUse('Bash', { command: 'echo seen', description: 'Look' }),
      text(gate(`last words ${version}`), 'Nothing there.'),
    ]);
    run.api.onPrompt('delegate', [agent('Look around', 'look around'), text('Done.')]);
    await run.send('delegate');
    await run.api.reached(`last words ${version}`);
    await run.until(() => task('Look around') !== undefined);
    expect(task('Look around')).toMatchObject({
      kind: 'agent',
      status: 'running',
      isBackground: false,
      stop: stopsForeground ? 'task' : 'turn',
    });
    if (hasFrames) {
      await run.until(() => task('Look around')?.model !== undefined);
      expect(task('Look around')?.lastAction).toBe('Running Look');
      expect(task('Look around')?.tokens).toBeGreaterThan(0);
    }
    run.api.open(`last words ${version}`);
    await run.idle();
    expect(task('Look around')).toMatchObject({ status: 'completed' });
    expect(task('Look around')).not.toHaveProperty('stop');
    expect(tasks().some(isRunning)).toBe(false);
  });

  it('keeps a background command running after the turn, reads its output, and stops it', async () => {
    run.api.onPrompt('serve', [commandOf('Serve', 'serving', true), text('It runs.')]);
    await run.turn('serve');
    await fileAppears(run.path('serving'));
    const title = hasFrames ? 'Serve' : endless('serving');
    expect(task(title)).toMatchObject({ kind: 'shell', status: 'running', isBackground: true });
    if (hasFrames) {
      const path = task(title)?.outputPath ?? '';
      expect(await readFile(path, 'utf8')).toBe('hello\n');
      expect(task(title)).toMatchObject({ stop: 'task', hasOutput: true });
      if (version === 'newest') {
        const { text: printed } = await run.process.taskOutput(task('Serve')?.id ?? ('' as never));
        expect(printed).toBe('hello\n');
      }
    } else {
      expect(task(title)).not.toHaveProperty('stop');
      expect(task(title)).not.toHaveProperty('hasOutput');
    }

    if (hasFrames) {
      const { id } = task('Serve') as RunningTask;
      await run.process.stopTask(id);
      await run.until(() => task('Serve')?.status === 'stopped');
      expect(tasks().some(isRunning)).toBe(false);
    } else {
      run.api.onPrompt('be short', [
        toolUse('Bash', { command: 'echo short', run_in_background: true }),
        text('Started.'),
      ]);
      await run.turn('be short');
      const { id } = task('echo short') as RunningTask;
      run.api.onPrompt('and now', [toolUse('BashOutput', { bash_id: id }), text('Over.')]);
      await run.turn('and now');
      expect(task('echo short')?.status).toBe('completed');
      const serving = task(endless('serving')) as RunningTask;
      run.api.onPrompt('kill it', [toolUse('KillShell', { shell_id: serving.id }), text('Gone.')]);
      await run.turn('kill it');
      expect(task(endless('serving'))?.status).toBe('stopped');
    }
  });

  if (hasEveryRow(version)) {
    testInFull('has no running tasks after its process was killed', async () => {
      const other = await AgentRun.start(await cliBinary(version));
      try {
        const isAnyRunning = () => other.folded.summary.tasks.some(isRunning);
        other.api.onPrompt('serve', [commandOf('Again', 'again', true), text('It runs.')]);
        await other.turn('serve');
        await fileAppears(other.path('again'));
        expect(isAnyRunning()).toBe(true);
        process.kill(other.process.pid ?? 0, 'SIGKILL');
        await other.exited();
        expect(isAnyRunning()).toBe(false);
        expect(other.folded.summary.tasks.at(-1)?.status).toBe('lost');
        const calls = other.folded.turns
          .flatMap(turn => turn.items)
          .flatMap(item => (item.kind === 'tool' ? [item.call.status] : []));
        expect(calls).not.toContain('running');
      } finally {
        await other.close();
      }
    });
  }

  if (stopsForeground) {
    it('stops one of two subagents that the turn waits for', async () => {
      run.api.onSubagent('the first half', [commandOf('Wait', 'first', false), text('one')]);
      run.api.onSubagent('the second half', [text(gate(`second ${version}`), 'two')]);
      run.api.onPrompt('both', [
        [agent('First', 'the first half'), agent('Second', 'the second half')],
        text('So be it.'),
      ]);
      await run.send('both');
      await fileAppears(run.path('first'));
      await run.api.reached(`second ${version}`);
      await run.process.stopTask((task('First') as RunningTask).id);
      await run.until(() => task('First')?.status === 'stopped');
      expect(task('Second')?.status).toBe('running');
      run.api.open(`second ${version}`);
      await run.idle();
      expect(run.text).toBe('So be it.');
      expect(task('Second')?.status).toBe('completed');
    });

    it('reports which background tasks survive when a turn is stopped', async () => {
      run.api.onSubagent('far away', [text(gate(`far ${version}`), 'back')]);
      run.api.onPrompt('send off', [
        [agent('Far away', 'far away', true), commandOf('Beside', 'beside', true)],
        text('Sent.'),
      ]);
      await run.turn('send off');
      await run.api.reached(`far ${version}`);
      await fileAppears(run.path('beside'));
      run.api.onPrompt('talk', [text('one ', gate(`talk ${version}`), 'two')]);
      await run.send('talk');
      await run.api.reached(`talk ${version}`);
      await run.process.stop('interrupt');
      await run.idle();
      // These versions end subagents with the turn, even those in the background.
      expect(task('Far away')?.status).toBe('stopped');
      expect(task('Beside')?.status).toBe('running');
      run.api.open(`talk ${version}`);
      run.api.open(`far ${version}`);
      await run.idle();
      await run.process.stopTask((task('Beside') as RunningTask).id);
      await run.until(() => !tasks().some(isRunning));
    });
  }

  if (version === 'newest') {
    it('stores which task has ended with the turn that the agent began because of it', async () => {
      const ring = { command: 'sleep 0.2', description: 'Ring', run_in_background: true };
      run.api.onPrompt('ring later', [toolUse('Bash', ring), text('Set.'), text('It has rung.')]);
      await run.send('ring later');
      await run.until(() => run.text === 'It has rung.');
      await run.idle();
      expect(task('Ring')).toMatchObject({ status: 'completed', isBackground: true });
      const { workspace, cliEnv } = run.home;
      const session = await openStoredSession(run.sessionId, workspace, cliEnv);
      const stored = foldAll(session?.tail.events ?? []);
      const after = { title: 'Ring', status: 'completed' };
      expect(stored.turns.at(-1)).toMatchObject({ origin: 'agent', after });
    });

    it('lists a nested subagent below its parent', async () => {
      run.api.onSubagent('the outer job', [agent('Inner', 'the inner job'), text('outer done')]);
      run.api.onSubagent('the inner job', [text('inner done')]);
      run.api.onPrompt('nest', [agent('Outer', 'the outer job'), text('Done.')]);
      await run.turn('nest');
      expect(task('Inner')).toMatchObject({ status: 'completed', parent: task('Outer')?.id });
    });

    it('shows what a subagent of the third level asks for, below the nearest known agent', async () => {
      run.api.onSubagent('level one', [agent('Two', 'level two'), text('one done')]);
      run.api.onSubagent('level two', [agent('Three', 'level three'), text('two done')]);
      const dig = { command: 'echo 1 > deep.txt; cat deep.txt', description: 'Dig' };
      run.api.onSubagent('level three', [toolUse('Bash', dig), text('three done')]);
      run.api.onPrompt('dig', [agent('One', 'level one'), text('Done.')]);
      await run.turn('dig');
      const calls = run.items.flatMap(item => (item.kind === 'tool' ? [item.call] : []));
      const [, two, bash] = calls;
      expect(calls.map(({ target, status }) => `${target} ${status}`)).toEqual([
        ...['One done', 'Two done'],
        `${dig.command} done`,
      ]);
      expect(bash).toMatchObject({
        parentToolId: two?.id,
        content: [{ type: 'terminal', stdout: '1', stderr: '' }],
      });
    });
  }
});

testInFull('does not restore tasks as running after the window was closed', async () => {
  const api = await ScriptedApi.start();
  const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  try {
    api.onPrompt('serve', [
      toolUse('Bash', { command: endless('up'), description: 'Serve', run_in_background: true }),
      text('It runs.'),
    ]);
    const before = await channelBed({ home });
    const channel = await before.create(home.workspace);
    const watch = new ChannelWatch(channel);
    channel.messages.send({ text: 'serve', images: [] });
    await channel.answer((await watch.prompt()).id, { kind: 'allowOnce' });
    await watch.turns(1);
    expect(channel.tasks.inBackground.map(({ title }) => title)).toEqual(['Serve']);
    expect(channel.conversation.summary.agent).toMatchObject({
      phase: 'idle',
      detail: '1 task in the background',
    });
    await channel.flush();
    before.dispose();

    const after = await channelBed({ home });
    const restored = await after.load(home.workspace, channel.id);
    expect(restored?.tasks.all).toEqual([]);
    const items = restored?.conversation.turns.flatMap(turn => turn.items) ?? [];
    const calls = items.flatMap(item => (item.kind === 'tool' ? [item.call.status] : []));
    expect(calls).toHaveLength(1);
    expect(calls).not.toContain('running');
    api.onPrompt('and now', [text('Here again.')]);
    const next = new ChannelWatch(restored as NonNullable<typeof restored>);
    restored?.messages.send({ text: 'and now', images: [] });
    await next.turns(2);
    expect(restored?.tasks.inBackground).toEqual([]);
    await after.close(channel.id);
    after.dispose();
  } finally {
    await api.close();
    await home.dispose();
  }
});
