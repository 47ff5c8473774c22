import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ModelChoice } from '../../../../src/contract/choices';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ToolCallId } from '../../../../src/contract/ids';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';

let bed: ScriptedBed;

beforeEach(() => {
  bed = scriptedBed();
  bed.agents.stored = [];
});
afterEach(() => bed.channel.dispose());

const offered = (value: string, resolved: string): ModelChoice => ({
  ...{ value, resolved, label: value },
  efforts: [],
  hasThinkingBudget: false,
});
const models = [offered('default', 'claude-opus-5-5'), offered('haiku', 'claude-haiku-5-5')];

/** Sends a message whose turn ends; the agent reports its model by the full id. */
async function turn(text: string, model = 'claude-opus-5-5'): Promise<void> {
  bed.channel.messages.send({ text, images: [] });
  await expect.poll(() => bed.agents.processes.at(-1)?.sent.at(-1)?.text).toBe(text);
  const { host } = bed.agents.newest;
  host.onEvents([
    { type: 'choices.changed', choices: { models, modes: ['default'], commands: [] } },
    { type: 'settings.changed', settings: { model } },
  ]);
}

/** Ends the idle process, as after some time without a message. */
async function sleep(): Promise<void> {
  bed.agents.newest.answer();
  await expect.poll(() => bed.channel.agent.canSleep).toBe(true);
  await bed.channel.agent.sleep();
}

const launched = () => bed.agents.launches.map(({ picks }) => picks.model);

test('a conversation on the default model wakes with the default of then', async () => {
  await turn('hello');
  await sleep();
  await turn('again');
  expect(launched()).toEqual([undefined, undefined]);
  expect(bed.channel.record.picks).not.toHaveProperty('model');
});

test('a picked model is kept by the name that was picked', async () => {
  await bed.channel.settings.set({ model: 'haiku' });
  await turn('hello', 'claude-haiku-5-5');
  await sleep();
  await turn('again', 'claude-haiku-5-5');
  expect(launched()).toEqual(['haiku', 'haiku']);
});

test('a model set with a command is kept', async () => {
  await turn('hello');
  bed.agents.newest.answer();
  await turn('/model haiku', 'claude-haiku-5-5');
  const notice = { kind: 'commandOutput', command: 'model', text: 'Set model to Haiku' } as const;
  bed.agents.newest.host.onEvents([{ type: 'notice', at: 1, notice }]);
  await sleep();
  await turn('again', 'claude-haiku-5-5');
  expect(launched()).toEqual([undefined, 'haiku']);
});

test('an agent that has scheduled something does not sleep, and the status says so', async () => {
  await turn('look every minute');
  bed.agents.newest.scheduled = 1;
  bed.agents.newest.answer();
  await expect
    .poll(() => bed.channel.conversation.summary.agent)
    .toEqual({ phase: 'idle', detail: '1 task is scheduled' });
  expect(bed.channel.agent.canSleep).toBe(false);
  await bed.channel.agent.sleep();
  expect(bed.channel.agent.isLive).toBe(true);
  bed.agents.newest.scheduled = 0;
  expect(bed.channel.agent.canSleep).toBe(true);
});

test('a line that cannot be read outside a turn does not keep the agent awake', async () => {
  await turn('hello');
  bed.agents.newest.answer();
  await expect.poll(() => bed.channel.agent.canSleep).toBe(true);
  bed.agents.newest.host.onEvents([{ type: 'unknown', what: 'result: no number', at: 2 }]);
  expect(bed.channel.conversation.open).toBeDefined();
  expect(bed.channel.agent.canSleep).toBe(true);
});

test('the workspace is read when the first token of an answer has had time to be shown', async () => {
  const token = { type: 'block.delta', blockId: 'b', text: 'a' } as ConversationEvent;
  await turn('hello');
  const { host } = bed.agents.newest;
  bed.clock.advance(1_000);
  expect(bed.reads).toBe(0);
  host.onEvents([token]);
  bed.clock.advance(299);
  expect(bed.reads).toBe(0);
  host.onEvents([token]);
  bed.clock.advance(1);
  expect(bed.reads).toBe(1);
  bed.clock.advance(1_000);
  expect(bed.reads).toBe(1);
});

test.each([
  ['is closed', () => bed.channel.close()],
  ['goes with its window', () => bed.channel.dispose()],
])('the workspace of a conversation that %s is not read', async (_, end) => {
  await turn('hello');
  bed.agents.newest.host.onEvents([
    { type: 'block.delta', blockId: 'b', text: 'a' } as ConversationEvent,
  ]);
  await end();
  expect(bed.clock.waiting).toEqual([]);
  bed.clock.advance(1_000);
  expect(bed.reads).toBe(0);
});

test('the workspace is read at once when a call begins, for its command cannot wait', async () => {
  const token = { type: 'block.delta', blockId: 'b', text: 'a' } as ConversationEvent;
  const shown = { tool: 'Bash', title: 'Bash', locations: [], content: [] };
  const bash = { ...shown, id: 'c' as ToolCallId, family: 'bash', status: 'pending' } as const;
  const call: ConversationEvent = { type: 'tool.updated', call: bash, at: 0 };
  await turn('hello');
  const { host } = bed.agents.newest;
  host.onEvents([token]);
  bed.clock.advance(100);
  expect(bed.reads).toBe(0);
  host.onEvents([call]);
  expect(bed.reads).toBe(1);
  host.onEvents([call]);
  bed.clock.advance(1_000);
  expect(bed.reads).toBe(1);
});

test('an answer that comes while the agent is ended reads no workspace', async () => {
  await turn('hello');
  const { host } = bed.agents.newest;
  const ended = bed.channel.agent.end();
  host.onEvents([{ type: 'block.delta', blockId: 'b', text: 'a' } as ConversationEvent]);
  await ended;
  expect(bed.clock.waiting).toEqual([]);
  expect(bed.reads).toBe(0);
});
