import { afterEach, expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { OptionValues } from '../../../../src/contract/agentSettings';
import type { AgentOption, Choices } from '../../../../src/contract/choices';
import type { Picks } from '../../../../src/protocol/agentLauncher';
import { optionValue } from '../../../../src/transcript/agentOptions';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';

const mode: Extract<AgentOption, { kind: 'select' }> = {
  ...{ id: 'mode', label: 'Mode', role: 'mode', kind: 'select', value: 'ask' },
  groups: [{ values: ['ask', 'code', 'plan'].map(value => ({ value, label: value })) }],
};
const web: Extract<AgentOption, { kind: 'switch' }> = {
  id: 'web',
  label: 'Web',
  role: 'other',
  kind: 'switch',
  isOn: false,
};

function choicesWith(values: { mode?: string; web?: boolean } = {}): Choices {
  return {
    ...{ models: [], modes: [], commands: [] },
    foreign: { name: 'gemini', title: 'Gemini CLI', lacks: [] },
    options: [
      { ...mode, ...(values.mode ? { value: values.mode } : {}) },
      { ...web, isOn: values.web ?? false },
    ],
  };
}

let beds: ScriptedBed[] = [];
afterEach(() => {
  for (const { channel } of beds) {
    channel.dispose();
  }
  beds = [];
});

/** A foreign agent that reports its options at its start, and takes each change. */
function scene(options: OptionValues = {}, picks: Picks = {}) {
  const bed = scriptedBed({ source: 'gemini', picks: { ...picks, options } });
  beds.push(bed);
  const set: string[] = [];
  const values: { mode?: string; web?: boolean } = {};
  const report = () =>
    bed.agents.newest.host.onEvents([{ type: 'choices.changed', choices: choicesWith(values) }]);
  bed.agents.onLaunched = process => {
    process.setOption = async (id, value) => {
      set.push(`${id}=${value}`);
      Object.assign(values, { [id]: value });
      report();
    };
    report();
  };
  const shown = () =>
    bed.channel.conversation.summary.choices.options?.map(one => optionValue(one));
  const requested = () => bed.channel.conversation.summary.settings.requested;
  const picked = () => bed.channel.record.picks.options;
  return { ...bed, set, report, values, shown, requested, picked };
}

test('names the agent before a process has reported anything', () => {
  const { channel } = scene();
  expect(channel.conversation.summary.choices.foreign).toMatchObject({ title: 'gemini' });
});

test('an option is only requested until the agent has confirmed it', async () => {
  const { agents, channel, requested, shown, picked } = scene();
  await channel.agent.resume();
  const confirmed = new Deferred<void>();
  agents.newest.setOption = () => confirmed.promise;
  const done = channel.options.set('mode', 'code');
  expect(requested()).toEqual({ options: { mode: 'code' } });
  expect(shown()).toEqual(['ask', false]);
  agents.newest.host.onEvents([
    { type: 'choices.changed', choices: choicesWith({ mode: 'code' }) },
  ]);
  expect(requested()).toEqual({});
  confirmed.resolve();
  await done;
  expect(shown()).toEqual(['code', false]);
  expect(picked()).toEqual({ mode: 'code' });
});

test('a refusal is reported, and what was picked before counts again', async () => {
  const { agents, channel, requested, picked } = scene({ mode: 'plan' });
  await channel.agent.resume();
  agents.newest.setOption = async () => {
    throw new Error('Not with this account.');
  };
  await channel.options.set('mode', 'code');
  expect(requested()).toEqual({});
  expect(picked()).toEqual({ mode: 'plan' });
  const items = channel.conversation.turns.flatMap(turn => turn.items);
  expect(JSON.stringify([items, channel.conversation.open])).toContain('Not with this account.');
});

test('a later process gets the picks that it still offers, in the order of its options', async () => {
  const { channel, set, agents } = scene({ web: true, mode: 'plan', gone: 'x' });
  await channel.agent.resume();
  await expect.poll(() => set).toEqual(['mode=plan', 'web=true']);
  expect(agents.launches.at(-1)).toMatchObject({ source: 'gemini' });
});

test('an option can be set while no process runs, and the next one gets it', async () => {
  const { channel, set, shown, requested, values } = scene();
  await channel.agent.resume();
  await channel.agent.end();
  await channel.options.set('web', true);
  expect([shown(), requested(), set]).toEqual([['ask', true], {}, []]);
  values.web = false;
  await channel.agent.resume();
  await expect.poll(() => set).toEqual(['web=true']);
});

test('a value that the agent does not offer is refused', async () => {
  const { channel, picked } = scene();
  await channel.agent.resume();
  for (const [id, value] of [
    ['mode', 'root'] as const,
    ['web', 'yes'] as const,
    ['x', true] as const,
  ]) {
    await expect(channel.options.set(id, value)).rejects.toMatchObject({
      code: 'settings.unknownOption',
    });
  }
  expect(picked()).toEqual({});
});

test('a mode that the agent leaves by itself is not given to its next process', async () => {
  const { channel, report, values, picked, set } = scene({ mode: 'plan' });
  await channel.agent.resume();
  await expect.poll(() => set).toEqual(['mode=plan']);
  values.mode = 'code';
  report();
  expect(picked()).toEqual({ mode: 'code' });
});

test('a message of a foreign agent changes none of the settings of Claude Code', async () => {
  const { channel, agents } = scene({}, { effort: 'high' });
  await channel.agent.resume();
  const efforts: unknown[] = [];
  agents.newest.setEffort = async effort => {
    efforts.push(effort);
  };
  channel.send({ text: 'hello', images: [] });
  await expect.poll(() => agents.newest.sent.length).toBe(1);
  expect(efforts).toEqual([]);
});
