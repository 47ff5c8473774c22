import { expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { AgentSettings } from '../../../../src/contract/agentSettings';
import type { ModelChoice } from '../../../../src/contract/choices';
import { SettingsSwitch } from '../../../../src/core/conversation/settingsSwitch';
import type { Picks } from '../../../../src/protocol/agentLauncher';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

const offered = (value: string, resolved: string): ModelChoice => ({
  ...{ value, resolved, label: value },
  efforts: ['low', 'high'],
  hasThinkingBudget: false,
});

/** An agent that takes each change and reports it, with models by their ids. */
function scene(start: Partial<AgentSettings>, picks: Picks = {}) {
  const models = [offered('opus', 'claude-opus-5-5'), offered('haiku', 'claude-haiku-5-5')];
  let settings: AgentSettings = {
    ...{ mode: 'default', model: 'default', effort: null, maxThinkingTokens: null, requested: {} },
    ...start,
  };
  const set: string[] = [];
  const switches = new SettingsSwitch({
    hasProcess: () => false,
    live: async () => undefined,
    settings: () => settings,
    models: () => models,
    picks: () => picks,
    emit: events => {
      for (const event of events) {
        settings =
          event.type === 'settings.changed' ? { ...settings, ...event.settings } : settings;
      }
    },
    now: () => 0,
    onRestartNeeded: () => undefined,
    onPicked: changed => {
      picks = changed;
    },
    onLent: () => undefined,
    rememberEffort: () => undefined,
    rememberedEfforts: () => ({}),
    usualEffort: () => null,
    onRefused: () => undefined,
  });
  const agent = {
    setMode: async (mode: AgentSettings['mode']) => {
      set.push(mode);
      settings = { ...settings, mode };
    },
    setModel: async (model: string) => {
      set.push(model);
      settings = { ...settings, model };
    },
    setEffort: async (effort: AgentSettings['effort']) => {
      set.push(`effort ${effort}`);
      settings = { ...settings, effort };
    },
    setFastMode: async () => undefined,
    setUltracode: async (ultracode: 'on' | 'off') => {
      set.push(`Ultracode ${ultracode}`);
      settings = { ...settings, ultracode };
    },
  };
  const apply = (message: Picks, borrowed?: Picks) => switches.applyPicks(agent, message, borrowed);
  return { switches, agent, set, apply };
}

test('a message written on the default model follows a changed default', async () => {
  const { set, apply } = scene({ model: 'claude-haiku-5-5' });
  await apply({ model: 'claude-opus-5-5' });
  expect(set).toEqual([]);
});

test('a message keeps the model that it was written for once the user has picked another', async () => {
  const { set, apply } = scene({ model: 'claude-haiku-5-5' }, { model: 'haiku' });
  await apply({ model: 'claude-opus-5-5' });
  expect(set).toEqual(['claude-opus-5-5']);
});

test('an alias is not exchanged for the id behind it', async () => {
  const { set, apply } = scene({ model: 'haiku' }, { model: 'haiku' });
  await apply({ model: 'claude-haiku-5-5' });
  expect(set).toEqual([]);
});

test('a message does not widen the mode that was picked after it was written', async () => {
  const { set, apply } = scene({ mode: 'default' });
  await apply({ mode: 'acceptEdits' });
  await apply({ mode: 'bypassPermissions' });
  expect(set).toEqual([]);
});

test('a message does not widen a mode that the agent has not confirmed yet', async () => {
  const { set, apply } = scene({ mode: 'acceptEdits', requested: { mode: 'default' } });
  await apply({ mode: 'acceptEdits' });
  expect(set).toEqual([]);
});

test('a message written in a narrower mode gets it, and the next one its own again', async () => {
  const { set, apply } = scene({ mode: 'acceptEdits' });
  await apply({ mode: 'plan' });
  await apply({ mode: 'acceptEdits' });
  await apply({ mode: 'bypassPermissions' });
  expect(set).toEqual(['plan', 'acceptEdits']);
});

test('a mode that is picked after a narrower message counts for the next one', async () => {
  const { set, apply, switches } = scene({ mode: 'acceptEdits' });
  await apply({ mode: 'plan' });
  await switches.set({ mode: 'default' });
  await apply({ mode: 'acceptEdits' });
  await switches.set({ mode: 'plan' });
  await apply({ mode: 'acceptEdits' });
  expect(set).toEqual(['plan']);
});

test('switches an agent that is being launched as soon as it has started', async () => {
  const bed = scriptedBed();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  const started = bed.channel.agent.warmUp();
  const modes: string[] = [];
  const set = bed.channel.settings.set({ mode: 'plan' });
  expect(bed.channel.conversation.summary.settings.requested).toEqual({ mode: 'plan' });
  bed.agents.onLaunched = process => {
    process.setMode = async mode => {
      modes.push(mode);
    };
  };
  gate.resolve();
  await started;
  await set;
  expect(modes).toEqual(['plan']);
  bed.channel.dispose();
});

test('keeps a change for the next agent if the present one does not come up', async () => {
  const bed = scriptedBed();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  const started = bed.channel.agent.warmUp();
  const set = bed.channel.settings.set({ mode: 'plan' });
  gate.reject(new Error('No program'));
  await started;
  await set;
  expect(bed.channel.conversation.summary.settings).toMatchObject({ mode: 'plan', requested: {} });
  bed.channel.dispose();
});

test('a change that the agent refuses is not remembered for the next process', async () => {
  const bed = scriptedBed({ picks: { mode: 'plan' } });
  await bed.channel.agent.resume();
  bed.agents.newest.setMode = async () => {
    throw new Error('not here');
  };
  bed.agents.newest.setEffort = async () => {
    throw new Error('not here');
  };
  await bed.channel.settings.set({ mode: 'acceptEdits' });
  await bed.channel.settings.set({ effort: 'high' });
  expect(bed.channel.record.picks).toEqual({ mode: 'plan' });
  bed.channel.dispose();
});

test('a message for another model brings the effort that was picked for that model', async () => {
  const picks: Picks = { model: 'opus', efforts: { 'claude-haiku-5-5': 'low' } };
  const { set, apply } = scene({ model: 'claude-opus-5-5', effort: 'high' }, picks);
  await apply({ model: 'haiku' });
  await apply({ model: 'opus' });
  expect(set).toEqual(['haiku', 'effort low', 'opus', 'effort null']);
});

test('an effort of an earlier version counts for all models until another one is picked', async () => {
  const picks: Picks = { model: 'opus', effort: 'high' };
  const { set, apply, switches } = scene({ model: 'claude-opus-5-5' }, picks);
  await apply({});
  expect(set).toEqual(['effort high']);
  await switches.set({ effort: 'low' });
  await apply({ model: 'haiku' });
  expect(set).toEqual(['effort high', 'haiku', 'effort null']);
});

test('a model that a message borrows goes with it, also where none was ever picked', async () => {
  const { set, apply } = scene({ model: 'opus' });
  await apply({}, { model: 'haiku' });
  await apply({});
  await apply({});
  expect(set).toEqual(['haiku', 'opus']);
});

test('a borrowed model gives way to the one that is picked for the next message', async () => {
  const { set, apply, switches } = scene({ model: 'opus' }, { model: 'opus' });
  await apply({ model: 'opus' }, { model: 'haiku' });
  await apply({ model: 'opus' }, { model: 'haiku' });
  await switches.set({ model: 'haiku' });
  await apply({ model: 'haiku' });
  expect(set).toEqual(['haiku']);
});

test('the model before returns for a message that is written under a borrowed one', async () => {
  const { set, apply, switches } = scene({ model: 'opus' }, { model: 'opus' });
  await apply(switches.written(), { model: 'haiku' });
  await apply(switches.written(), { model: 'haiku' });
  await apply(switches.written());
  expect(set).toEqual(['haiku', 'opus']);
  // Picked meanwhile, it is no longer borrowed.
  await apply(switches.written(), { model: 'haiku' });
  await switches.set({ model: 'haiku' });
  await apply(switches.written());
  expect(set).toEqual(['haiku', 'opus', 'haiku']);
});

test('what was borrowed is given back at the end of its turn, unless the user has picked since', async () => {
  const { switches, agent, set, apply } = scene({ mode: 'default', model: 'opus' });
  const own = switches.written();
  await apply(own, { mode: 'plan', model: 'haiku' });
  expect(switches.written()).toEqual(own);
  await switches.giveBack(agent);
  await switches.giveBack(agent);
  expect(set).toEqual(['plan', 'haiku', 'default', 'opus']);
  await apply(switches.written(), { mode: 'plan', model: 'haiku' });
  await switches.set({ mode: 'plan', model: 'haiku' });
  await switches.giveBack(agent);
  expect(set).toEqual(['plan', 'haiku', 'default', 'opus', 'plan', 'haiku']);
});

test('a message waits until what the one before has borrowed is back', async () => {
  const { switches, agent, set, apply } = scene({ mode: 'default' });
  await apply(switches.written(), { mode: 'plan' });
  const held = new Deferred<void>();
  const setMode = async (mode: AgentSettings['mode']) => {
    await held.promise;
    await agent.setMode(mode);
  };
  const back = switches.giveBack({ ...agent, setMode });
  const next = apply(switches.written(), { mode: 'plan' });
  held.resolve();
  await Promise.all([back, next]);
  expect(set).toEqual(['plan', 'default', 'plan']);
});

test('a borrowed mode never widens, and the one before returns', async () => {
  const { set, apply } = scene({ mode: 'default' });
  await apply({ mode: 'default' }, { mode: 'acceptEdits' });
  await apply({}, { mode: 'plan' });
  await apply({});
  expect(set).toEqual(['plan', 'default']);
});

test('Ultracode that was picked is turned on in a process that has it and starts without', async () => {
  const { set, apply } = scene({ ultracode: 'off' }, { ultracode: 'on' });
  await apply({});
  await apply({});
  expect(set).toEqual(['Ultracode on']);
  const without = scene({}, { ultracode: 'on' });
  await without.apply({});
  const unpicked = scene({ ultracode: 'off' });
  await unpicked.apply({});
  expect([...without.set, ...unpicked.set]).toEqual([]);
});
