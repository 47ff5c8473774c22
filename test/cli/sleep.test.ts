import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import type { LaunchSettings } from '../../src/cli/launch/launchSettings';
import type { Channel } from '../../src/core/conversation/channel';
import { IdleProcessReaper } from '../../src/core/conversation/idleProcessReaper';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { systemClock } from '../../src/node/systemClock';
import { gate, text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { ChannelWatch, channelBed, underOurs } from '../support/channels/channelBed';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { inFull, rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';

let api: ScriptedApi;
let home: IsolatedHome;
let registry: ChannelRegistry;

beforeEach(async () => {
  api = await ScriptedApi.start();
  home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  registry = await channelBed({ home, version: underOurs });
});

afterEach(async () => {
  await Promise.all(registry.all.map(channel => registry.close(channel.id)));
  registry.dispose();
  await api.close();
  await home.dispose();
});

const say = (channel: Channel, words: string) => channel.messages.send({ text: words, images: [] });

/** For tests about how the CLI itself remembers. */
async function useRealCli(settings: LaunchSettings = {}) {
  registry.dispose();
  registry = await channelBed({ home, settings });
}

async function open() {
  const channel = await registry.create(home.workspace);
  return { channel, watch: new ChannelWatch(channel) };
}

/** A command that a tool list on the command line would split. */
const command = 'node -e "console.log(1, (2), 3)"';
const run = (words: string) =>
  api.onPrompt(words, [toolUse('Bash', { command, description: 'Count' }), text('Counted.')]);

testInFull('remembers permissions, mode and cost across sleep, restart and crash', async () => {
  await useRealCli();
  run('count once');
  run('count twice');
  run('count thrice');
  run('count again');
  const { channel, watch } = await open();
  say(channel, 'count once');
  const prompt = await watch.prompt();
  await channel.answer(prompt.id, { kind: 'allowAlways', destination: 'session' });
  await watch.turns(1);
  await channel.settings.set({ mode: 'acceptEdits' });
  await watch.until(
    'the mode',
    ({ conversation }) => conversation.summary.settings.mode === 'acceptEdits',
  );

  await registry.sleep(channel.id);
  expect(channel.agent.slot.pid).toBeUndefined();
  expect(channel.conversation.summary.agent).toEqual({ phase: 'idle' });
  say(channel, 'count twice');
  await watch.turns(2);
  expect(channel.conversation.summary.settings.mode).toBe('acceptEdits');

  channel.agent.needRestart();
  say(channel, 'count thrice');
  await watch.turns(3);

  process.kill(channel.agent.slot.pid ?? 0, 'SIGKILL');
  await watch.phase('lost');
  say(channel, 'count again');
  await watch.turns(4);
  expect(channel.conversation.summary.settings.mode).toBe('acceptEdits');
  expect(watch.events.filter(event => event.type === 'prompt.opened')).toHaveLength(1);
  expect(api.mainRequests('count again').at(-1)?.results).toMatchObject([{ isError: false }]);

  // The turns are alike. A process that resumes the session may count those of earlier ones too.
  const costs = channel.conversation.turns.map(({ costUsd = 0 }) => costUsd);
  expect(costs).toHaveLength(4);
  expect(Math.max(...costs)).toBeLessThan(1.5 * Math.min(...costs));
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  expect(channel.conversation.summary.usage.costUsd).toBeCloseTo(total, 6);
});

/** On the command line, its rule would read as three: the one in the middle allows every command. */
const splitting = `node -e "'a), Bash, (b'"`;

const forgotten = ['forgets it for', { permissions: { deny: ['Read(/private/**)'] } }, 2] as const;
const added = ['adds it to', {}, 1] as const;

it.each(rowsOf([forgotten], [added, forgotten]))(
  'allows no more than was allowed: %s a settings file',
  async (_, layer, prompts) => {
    const file = join(home.root, 'layer.json');
    await writeFile(file, JSON.stringify({ ...layer, env: { OF_LAYER: 'yes' } }));
    await useRealCli({ 'tandem.cli.settings': file });
    const bash = (line: string) => toolUse('Bash', { command: line, description: 'Run' });
    api.onPrompt('allow it', [bash(splitting), text('Done.')]);
    api.onPrompt('again', [bash(splitting), bash('touch x.txt; echo $OF_LAYER'), text('Done.')]);
    const { channel, watch } = await open();
    say(channel, 'allow it');
    const prompt = await watch.prompt();
    await channel.answer(prompt.id, { kind: 'allowAlways', destination: 'session' });
    await watch.turns(1);
    await registry.sleep(channel.id);
    say(channel, 'again');
    for (let asked = 0; asked < prompts; asked++) {
      const next = await watch.prompt();
      const action = asked === prompts - 1 ? 'deny' : 'allowOnce';
      await channel.answer(next.id, { kind: action });
    }
    await watch.turns(2);
    expect(existsSync(join(home.workspace, 'x.txt'))).toBe(false);
    const told = watch.events.filter(event => event.type === 'notice');
    expect(told).toHaveLength(prompts - 1);
    expect(JSON.stringify(told)).toMatch(prompts === 1 ? /^\[\]$/ : /is forgotten/);
  },
);

it('keeps a mode set by an answer, and accepts a message while going to sleep', async () => {
  const touch = (file: string) =>
    toolUse('Bash', { command: `touch ${file}`, description: 'Make a file' });
  api.onPrompt('make one', [touch('one.txt'), text('Made.')]);
  api.onPrompt('make two', [touch('two.txt'), text('Made.')]);
  const { channel, watch } = await open();
  say(channel, 'make one');
  const prompt = await watch.prompt();
  const switching =
    prompt.kind === 'permission' && prompt.suggestions.find(one => one.type === 'setMode');
  if (!switching) throw new Error('The CLI offers no mode');
  await channel.answer(prompt.id, { kind: 'allowWith', suggestion: switching.index });
  await watch.turns(1);
  const falling = registry.sleep(channel.id);
  say(channel, 'make two');
  await falling;
  await watch.turns(2);
  expect(channel.conversation.turns[1]?.outcome).toEqual({ kind: 'completed' });
  expect(channel.snapshot().draft.text).toBe('');
  expect(channel.conversation.summary.settings.mode).toBe('acceptEdits');
  expect(watch.events.filter(event => event.type === 'prompt.opened')).toHaveLength(1);
});

it('puts excess conversations to sleep, except those that work or wait', async () => {
  api.onPrompt('work', [text('so far ', gate('work'), 'done')]);
  run('wait');
  const works = await open();
  const waits = await open();
  const idle = await open();
  say(works.channel, 'work');
  say(waits.channel, 'wait');
  await api.reached('work');
  await waits.watch.prompt();
  await idle.channel.agent.warmUp();
  const reaper = new IdleProcessReaper(
    registry,
    { maxLive: 1, sleepAfterMinutes: 0 },
    systemClock,
    silentLog,
  );
  try {
    reaper.scheduleCheck();
    await expect.poll(() => idle.channel.agent.slot.pid, { timeout: 10_000 }).toBeUndefined();
    expect(idle.channel.conversation.summary.agent.phase).toBe('idle');
    expect(works.channel.conversation.summary.agent.phase).toBe('working');
    expect(waits.channel.conversation.summary.agent.phase).toBe('waiting');
    api.open('work');
    await works.watch.turns(1);
    await expect.poll(() => works.channel.agent.slot.pid, { timeout: 10_000 }).toBeUndefined();
    expect(waits.channel.agent.isLive).toBe(true);
    expect(waits.channel.conversation.summary.waiting).toHaveLength(1);
  } finally {
    reaper.dispose();
  }
});

it('streams five conversations at once without mixing them up', async () => {
  const names = ['red', 'green', 'blue', 'white', 'black'];
  for (const name of names) {
    api.onPrompt(`say ${name}`, [
      text(`${name} begins, `, gate(name), `${name} goes on, `, `${name} ends`),
    ]);
  }
  const opened = await Promise.all(names.map(() => open()));
  names.forEach((name, index) => {
    const one = opened[index];
    if (one) say(one.channel, `say ${name}`);
  });
  await Promise.all(names.map(name => api.reached(name)));
  const pids = new Set(opened.map(({ channel }) => channel.agent.slot.pid));
  expect(pids.size).toBe(5);
  // Opened in reverse order, so that mixed-up conversations would be noticed.
  for (const name of [...names].reverse()) api.open(name);
  await Promise.all(opened.map(({ watch }) => watch.turns(1)));
  names.forEach((name, index) => {
    const said = opened[index]?.channel.conversation.turns.flatMap(turn =>
      turn.items.flatMap(item => (item.kind === 'text' || item.kind === 'prompt' ? item.text : [])),
    );
    expect(said).toEqual([`say ${name}`, `${name} begins, ${name} goes on, ${name} ends`]);
    const streamed = opened[index]?.watch.events.flatMap(event =>
      event.type === 'block.delta' ? event.text : [],
    );
    expect(streamed?.join('')).toBe(`${name} begins, ${name} goes on, ${name} ends`);
  });
});

inFull(() => {
  it('releases the memory of a hundred opened and closed conversations', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const refs: WeakRef<Channel>[] = [];
    for (let round = 0; round < 100; round += 1) {
      const channel = await registry.create(home.workspace);
      channel.saveDraft({ text: `draft ${round}`, images: [] });
      refs.push(new WeakRef(channel));
      await registry.close(channel.id);
    }
    expect(registry.all).toEqual([]);
    await expect
      .poll(
        () => {
          collect();
          return refs.filter(ref => ref.deref() !== undefined).length;
        },
        { timeout: 10_000 },
      )
      .toBeLessThanOrEqual(1);
  });
});

it('announces a closed conversation once it is no longer among the open ones', async () => {
  const { channel } = await open();
  const found: unknown[] = [];
  const listening = registry.onChanged(({ id }) => found.push(registry.get(id)));
  const closing = registry.close(channel.id);
  expect(found).toContain(undefined);
  listening.dispose();
  await closing;
});

testInFull('stays awake for what the agent has scheduled', async () => {
  await useRealCli();
  api.onPrompt('look at it each year', [
    toolUse('CronCreate', { cron: '7 7 7 7 *', prompt: 'look', recurring: true }),
    text('Scheduled.'),
  ]);
  const { channel, watch } = await open();
  say(channel, 'look at it each year');
  await watch.turns(1);
  await watch.phase('idle');
  expect(channel.conversation.summary.agent.detail).toBe('1 task is scheduled');
  const { pid } = channel.agent.slot;
  await registry.sleep(channel.id);
  expect(channel.agent.slot.pid).toBe(pid);
});
