import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import type { Channel } from '../../src/core/conversation/channel';
import type { MessageContext } from '../../src/core/conversation/messageContext';
import { KnownAgents } from '../../src/host/conversations/knownAgents';
import type { Picks } from '../../src/protocol/agentLauncher';
import { text, toolUse } from '../support/api/reply';
import { ChannelWatch, underOurs } from '../support/channels/channelBed';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { useChannelBeds } from './support/channelBeds';
import { say } from './support/talk';

const bed = useChannelBeds(['one', 'two', 'three', 'four', 'five', 'beside']);

const settingsOf = (channel: Channel) => channel.conversation.summary.settings;
/** Returns the newest request with these words. */
function requestOf(words: string) {
  const request = bed.api.mainRequests(words).at(-1);
  if (!request) throw new Error(`The model was not asked "${words}"`);
  const { output_config, speed } = request.body;
  const beta = String(request.headers['anthropic-beta']);
  return { model: request.model, effort: output_config, speed, beta };
}

it('fast mode reaches the API while it is on and the model has it, also after a restart', async () => {
  const registry = await bed.open();
  const channel = await registry.create(bed.home.workspace);
  await say(channel, 'one');
  expect(requestOf('one').speed).toBeUndefined();
  expect(settingsOf(channel)).toMatchObject({ fastMode: 'off' });
  expect(settingsOf(channel).fastModeBlocked).toBeUndefined();

  await channel.settings.set({ fastMode: 'on' });
  await say(channel, 'two');
  expect(requestOf('two').speed).toBe('fast');
  expect(requestOf('two').beta).toContain('fast-mode');
  expect(settingsOf(channel)).toMatchObject({ fastMode: 'on', requested: {} });

  await channel.settings.set({ model: 'sonnet' });
  await say(channel, 'three');
  expect(requestOf('three').speed).toBeUndefined();
  expect(settingsOf(channel).fastMode).toBe('off');

  await channel.settings.set({ model: 'opus' });
  await registry.sleep(channel.id);
  await say(channel, 'four');
  expect(requestOf('four')).toMatchObject({ model: 'claude-opus-5-5', speed: 'fast' });
  // The process has reported the id, which the default has, too.
  expect(settingsOf(channel).model).toBe('opus');

  await channel.settings.set({ fastMode: 'off', model: 'default' });
  await say(channel, 'five');
  expect(requestOf('five').speed).toBeUndefined();
  expect(settingsOf(channel).model).toBe('claude-opus-5-5');
  await channel.settings.set({ model: 'opus' });
  expect(settingsOf(channel).model).toBe('opus');
});

it('an effort counts for the model that it was picked for, also in later conversations', async () => {
  const remembered: Record<string, string | null> = {};
  const channelSettings = {
    rememberEffort: (model: string, effort: string | null) => {
      remembered[model] = effort;
    },
  };
  const registry = await bed.open({ version: underOurs, channelSettings });
  const channel = await registry.create(bed.home.workspace);
  await say(channel, 'one');
  const usual = requestOf('one').effort;
  await channel.settings.set({ effort: 'low' });
  await say(channel, 'two');
  expect(requestOf('two').effort).toEqual({ effort: 'low' });

  await channel.settings.set({ model: 'sonnet' });
  expect(settingsOf(channel).effort).toBeNull();
  await channel.settings.set({ effort: 'high' });
  await say(channel, 'three');
  expect(requestOf('three')).toMatchObject({
    model: 'claude-sonnet-5-5',
    effort: { effort: 'high' },
  });

  await channel.settings.set({ model: 'opus' });
  await registry.sleep(channel.id);
  await say(channel, 'four');
  expect(requestOf('four')).toMatchObject({ model: 'claude-opus-5-5', effort: { effort: 'low' } });
  expect(settingsOf(channel).effort).toBe('low');
  expect(remembered).toEqual({ 'claude-opus-5-5': 'low', 'claude-sonnet-5-5': 'high' });

  await channel.settings.set({ effort: null });
  await say(channel, 'five');
  expect(requestOf('five').effort).toEqual(usual);

  const later = await bed.open({
    version: underOurs,
    channelSettings: { rememberedEfforts: { 'claude-opus-5-5': 'xhigh' } },
  });
  const next = await later.create(bed.home.workspace);
  await say(next, 'one');
  expect(requestOf('one').effort).toEqual({ effort: 'xhigh' });
  expect(next.record.picks).toEqual({});
});

testInFull(
  'a conversation begins with what an earlier one has heard, and its agent says the same',
  async () => {
    const values = new Map<string, unknown>();
    const memory = {
      get: <T>(key: string) => values.get(key) as T,
      update: async (key: string, value: unknown) => void values.set(key, value),
    };
    const known = new KnownAgents(memory, () => ({}), silentLog);
    const beds = { ports: { known }, learn: (cwd: string) => known.learn(cwd, {}) };
    const registry = await bed.open(beds);
    const create = () => registry.create(bed.home.workspace);
    const first = await create();
    expect(first.conversation.summary.choices.commands).toEqual([]);
    await say(first, 'one');
    const next = await create();
    const { choices, settings } = next.conversation.summary;
    expect(choices.commands.length).toBeGreaterThan(10);
    expect(choices.models.length).toBeGreaterThan(2);
    await say(next, 'two');
    const { choices: later, settings: reported } = next.conversation.summary;
    const { tools, terminalCommands } = later;
    expect({ ...choices, tools, terminalCommands }).toEqual(later);
    const { resolved } = choices.models.find(({ value }) => value === settings.model) ?? {};
    expect(reported).toMatchObject({ ...settings, model: resolved });

    // A session goes on with its own model, whose name is in its record only.
    const other = await registry.create(bed.home.workspace, { picks: { model: 'haiku' } });
    await say(other, 'three');
    const { sessionId } = other.record;
    await Promise.all(registry.all.map(one => registry.close(one.id)));
    await rm(join(bed.home.root, 'storage', 'channels'), { recursive: true });
    const window = await bed.open(beds);
    const again = await window.openSession(bed.home.workspace, sessionId);
    expect(again.conversation.summary.choices.models).toEqual([]);
    await say(again, 'four');
    expect(requestOf('four').model).toBe('claude-haiku-5-5');
    await window.close(again.id);
    const reopened = await window.openSession(bed.home.workspace, sessionId);
    expect(settingsOf(reopened).model).toBe('claude-haiku-5-5');
    expect((await create()).conversation.summary.settings).toMatchObject(settings);
  },
);

testInFull('an effort that is typed as a command is kept as if it were picked', async () => {
  const registry = await bed.open();
  const channel = await registry.create(bed.home.workspace);
  await say(channel, '/effort low', 'one');
  expect(requestOf('one').effort).toEqual({ effort: 'low' });
  const watch = new ChannelWatch(channel);
  await watch.until(
    'the effort',
    ({ conversation }) => conversation.summary.settings.effort === 'low',
  );
  await registry.sleep(channel.id);
  await say(channel, 'two');
  expect(requestOf('two').effort).toEqual({ effort: 'low' });
});

testInFull(
  'a model that is typed as a command is picked, under the name that was typed',
  async () => {
    const registry = await bed.open();
    const channel = await registry.create(bed.home.workspace);
    const picked = () => [channel.record.picks.model, settingsOf(channel).model];
    await say(channel, '/model opus');
    expect(picked()).toEqual(['opus', 'opus']);
    await say(channel, 'one');
    expect(picked()).toEqual(['opus', 'opus']);
    await say(channel, '/model default');
    expect(picked()).toEqual(['default', 'default']);
    await say(channel, 'two');
    expect(picked()).toEqual(['default', requestOf('two').model]);
  },
);

/** Returns what lends messages that end with `@once` a mode or a model. */
function borrowing(borrowed: Pick<Picks, 'mode' | 'model'>): () => MessageContext {
  return () => ({
    prepare: async ({ text: words }) => ({
      ...{ text: words.replace(' @once', ''), context: [] },
      ...(words.endsWith('@once') ? { borrowed } : {}),
    }),
  });
}

testInFull(
  'a borrowed mode and model hold for their message only, also if others were picked',
  async () => {
    const registry = await bed.open({
      ports: { contextOf: borrowing({ mode: 'plan', model: 'sonnet' }) },
    });
    const channel = await registry.create(bed.home.workspace);
    const watch = new ChannelWatch(channel);
    const shows = (mode: string, model: string) =>
      watch.until(`${mode} and ${model}`, one => {
        const { mode: now, model: name } = settingsOf(one);
        return now === mode && name === model;
      });
    await say(channel, 'one @once');
    expect(requestOf('one').model).toBe('claude-sonnet-5-5');
    await shows('default', 'claude-opus-5-5');
    await channel.settings.set({ mode: 'acceptEdits', model: 'haiku' });
    const kept = new Set<unknown>();
    channel.history.onNews(() => kept.add(channel.record.picks.mode));
    await say(channel, 'two @once');
    expect(requestOf('two').model).toBe('claude-sonnet-5-5');
    await shows('acceptEdits', 'haiku');
    // A window that dies in the turn must not leave the borrowed mode behind.
    expect([...kept]).toEqual(['acceptEdits']);
    await say(channel, 'three');
    expect(requestOf('three').model).toBe('claude-haiku-5-5');
    await shows('acceptEdits', 'haiku');
    // Typed as a command, it is the user's own.
    await say(channel, 'four @once', '/model sonnet', 'five');
    expect(requestOf('five').model).toBe('claude-sonnet-5-5');
    expect(channel.record.picks).toEqual({ mode: 'acceptEdits', model: 'sonnet' });
  },
);

testInFull(
  'a borrowed model is given back to the next process, and to that of a fork, too',
  async () => {
    const registry = await bed.open({ ports: { contextOf: borrowing({ model: 'sonnet' }) } });
    const channel = await registry.create(bed.home.workspace);
    await say(channel, 'one @once');
    expect(requestOf('one').model).toBe('claude-sonnet-5-5');
    const fork = await registry.forkWhole(channel);
    await say(fork, 'beside');
    expect(requestOf('beside').model).toBe('claude-opus-5-5');
    // No answer of a model is stored for it: the session still names the borrowed one last.
    await say(channel, '/cost');
    await registry.sleep(channel.id);
    await say(channel, 'two');
    expect(requestOf('two').model).toBe('claude-opus-5-5');
    expect(channel.record).not.toHaveProperty('ownModel');
    expect(channel.record.picks).not.toHaveProperty('model');
  },
);

testInFull(
  'a model of the settings precedes the one that a borrowed model stood in for',
  async () => {
    const ports = { contextOf: borrowing({ model: 'sonnet' }) };
    const before = await bed.open({ ports });
    const channel = await before.create(bed.home.workspace);
    await say(channel, 'one @once');
    expect(channel.record.ownModel).toBe('claude-opus-5-5');
    await before.close(channel.id);
    const settings = { 'tandem.model': 'haiku' };
    const after = await bed.open({ ports, settings, channelSettings: { model: 'haiku' } });
    const again = await after.load(bed.home.workspace, channel.id);
    await say(again ?? expect.fail(), 'two');
    expect(requestOf('two').model).toBe('claude-haiku-5-5');
  },
);

inFull(() => {
  it('Ultracode is on for a conversation until it is turned off', async () => {
    const registry = await bed.open();
    const channel = await registry.create(bed.home.workspace);
    const watch = new ChannelWatch(channel);
    await say(channel, 'one');
    await watch.until(
      'Ultracode',
      ({ conversation }) => conversation.summary.settings.ultracode === 'off',
    );
    // Instructions that come with it contain the words of other prompts.
    const tells = () =>
      JSON.stringify(bed.api.mainRequests().at(-1)?.messages).includes('Ultracode is on');
    expect(tells()).toBe(false);
    await channel.settings.set({ ultracode: 'on' });
    expect(settingsOf(channel).ultracode).toBe('on');
    await say(channel, 'two');
    expect(tells()).toBe(true);
    await registry.sleep(channel.id);
    await say(channel, 'three');
    expect(settingsOf(channel).ultracode).toBe('on');
  });
});

it('only what was picked is pinned, and "Default" pins nothing', async () => {
  const registry = await bed.open({ version: underOurs });
  const channel = await registry.create(bed.home.workspace);
  await say(channel, 'one');
  const usual = requestOf('one');
  await registry.sleep(channel.id);
  expect(channel.record.picks).toEqual({});

  await channel.settings.set({ model: 'haiku', effort: 'low' });
  await say(channel, 'two');
  expect(requestOf('two').model).toContain('haiku');
  await channel.settings.set({ model: 'default', effort: null });
  await registry.sleep(channel.id);
  await say(channel, 'three');
  // A session remembers its model, so only a new one can do without the flag.
  expect(requestOf('three')).toMatchObject({ model: usual.model, effort: usual.effort });
  expect(await argumentsOf(channel)).not.toContain('--effort');

  const other = await registry.create(bed.home.workspace, { picks: { model: 'haiku' } });
  await other.settings.set({ model: 'default', effort: 'low' });
  await other.settings.set({ effort: null });
  await say(other, 'four');
  expect(requestOf('four')).toMatchObject({ model: usual.model, effort: usual.effort });
  const args = await argumentsOf(other);
  expect(args).not.toContain('--model');
  expect(args).not.toContain('--effort');
});

testInFull('"Default" is a choice where the settings of the user name a model', async () => {
  const registry = await bed.open();
  await writeFile(join(bed.home.configDir, 'settings.json'), JSON.stringify({ model: 'sonnet' }));
  const chosen = await registry.create(bed.home.workspace, { picks: { model: 'default' } });
  await say(chosen, 'five');
  expect(requestOf('five').model).toContain('opus');
  const unpicked = await registry.create(bed.home.workspace);
  await unpicked.agent.warmUp();
  const watch = new ChannelWatch(unpicked);
  // The user sees before the first message which model will get it.
  await watch.until('the model', channel => settingsOf(channel).model === 'claude-sonnet-5-5');
  await say(unpicked, 'one');
  expect(requestOf('one').model).toContain('sonnet');
});

/** Reads the command line of the conversation's process. */
async function argumentsOf({ agent }: Channel): Promise<readonly string[]> {
  return (await readFile(`/proc/${agent.slot.pid}/cmdline`, 'utf8')).split('\0');
}

it('auto mode is missing on a custom base URL, and a conversation does not start in it', async () => {
  const registry = await bed.open();
  const channel = await registry.create(bed.home.workspace, { picks: { mode: 'auto' } });
  await say(channel, 'one');
  const { choices, settings } = channel.conversation.summary;
  expect(choices.modes).not.toContain('auto');
  expect(choices.missingModes).toEqual([{ mode: 'auto', why: 'baseUrl' }]);
  expect(settings.mode).toBe('default');
});

it('a plan is followed by the mode that was chosen with it, else by that of the setting', async () => {
  const plan = [toolUse('ExitPlanMode', { plan: '# Plan' }), [text('Planned.')]];
  bed.api.onPrompt(/plan \w+/, plan);
  const registry = await bed.open({ channelSettings: { modeAfterPlan: 'acceptEdits' } });
  const channel = await registry.create(bed.home.workspace);
  const watch = new ChannelWatch(channel);
  const planned = async (words: string, mode?: 'default') => {
    await channel.settings.set({ mode: 'plan' });
    channel.messages.send({ text: words, images: [] });
    const prompt = await watch.prompt('plan');
    await channel.answer(prompt.id, { kind: 'approvePlan', ...(mode ? { mode } : {}) });
    await watch.turns(channel.conversation.turns.length + 1);
    return settingsOf(channel).mode;
  };
  expect(await planned('plan one')).toBe('acceptEdits');
  expect(await planned('plan two', 'default')).toBe('default');
});
