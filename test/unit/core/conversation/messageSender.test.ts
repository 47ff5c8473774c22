import { afterEach, beforeEach, expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';

let bed: ScriptedBed;

beforeEach(async () => {
  bed = scriptedBed();
  bed.agents.stored = [];
  await bed.channel.agent.warmUp();
  bed.agents.newest.survivesInterrupt = true;
});

afterEach(() => {
  bed.channel.dispose();
});

/** Waits until pending work has settled. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await new Promise(resolve => setImmediate(resolve));
  }
}

async function say(...texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    bed.channel.messages.send({ text, images: [] });
    await settled();
  }
}

async function sendNow(text: string): Promise<void> {
  const queued = bed.channel.record.queue.find(message => message.text === text);
  if (!queued) throw new Error(`Not queued: ${text}`);
  bed.channel.messages.sendNow(queued.id);
  await settled();
}

async function answer(): Promise<void> {
  bed.agents.newest.answer();
  await settled();
}

const sent = () => bed.agents.newest.sent.map(({ text }) => text);
const sending = () => bed.channel.conversation.summary.sending;
const phase = () => bed.channel.conversation.summary.agent.phase;

it('goes on with the queue after an urgent message has cut the turn short', async () => {
  await say('busy', 'urgent', 'later');
  await sendNow('urgent');
  bed.agents.newest.cutShort('working');
  await settled();
  expect(sent()).toEqual(['busy', 'urgent']);
  await answer();
  expect(sent()).toEqual(['busy', 'urgent', 'later']);
});

it('holds the queue if Stop follows an urgent message', async () => {
  await say('busy', 'urgent', 'later');
  await sendNow('urgent');
  await bed.channel.agent.stop();
  await settled();
  expect(sent()).toEqual(['busy', 'urgent']);
  expect(phase()).toBe('idle');
  expect(bed.channel.messages.hasPending).toBe(false);
});

/** Makes Stop wait for the returned promise, and lists the ladders that were asked for. */
function slowStop(): { ladders: string[]; ended: Deferred<void> } {
  const { newest } = bed.agents;
  const ladders: string[] = [];
  const ended = new Deferred<void>();
  newest.stop = async ladder => {
    ladders.push(ladder);
    await ended.promise;
    newest.cutShort();
  };
  return { ladders, ended };
}

it('returns a stopped message that the agent has not stored when it is killed', async () => {
  await say('work');
  await bed.channel.agent.stop();
  await settled();
  expect(phase()).toBe('idle');
  bed.agents.newest.tellEnd();
  await settled();
  expect(bed.channel.record.draft.text).toBe('work');
});

it('returns a stopped message that was not stored in the next window, too', async () => {
  await say('work');
  await bed.channel.agent.stop();
  await settled();
  const { record } = bed.channel;
  bed.channel.dispose();
  bed = scriptedBed(record);
  bed.agents.stored = [];
  await bed.channel.restorer.restore();
  expect(bed.channel.record.draft.text).toBe('work');
});

it('returns a message whose agent reports idle and is killed before the turn ends', async () => {
  await say('work');
  const { host } = bed.agents.newest;
  host.onEvents([{ type: 'turn.started', turnId: 't' as never, at: 1, origin: 'person' }]);
  host.onActivity('idle');
  await settled();
  bed.agents.newest.tellEnd();
  await settled();
  expect(bed.channel.record.draft.text).toBe('work');
  expect(bed.channel.conversation.turns.map(turn => turn.outcome?.kind)).toEqual(['lost']);
});

it('leaves a stopped message alone that the agent has stored', async () => {
  await say('work', 'more');
  await bed.channel.agent.stop();
  await settled();
  bed.agents.stored = ['work'];
  bed.agents.newest.tellEnd();
  await settled();
  expect(bed.channel.record.draft.text).toBe('');
  expect(bed.channel.record.stopped).toEqual([]);
});

it('sends an urgent message once the agent has stopped, in the same process', async () => {
  await say('busy', 'later', 'urgent');
  const { ladders, ended } = slowStop();
  const stopping = bed.channel.agent.stop();
  await sendNow('urgent');
  expect(ladders).toEqual(['interrupt']);
  expect(sent()).toEqual(['busy']);
  ended.resolve();
  await stopping;
  await settled();
  expect(sent()).toEqual(['busy', 'urgent']);
  expect(ladders).toEqual(['interrupt']);
});

it('does not end an agent that is stopping for a message that Stop has overtaken', async () => {
  await say('busy');
  bed.settings.whileWorking = 'steer';
  bed.disk = new Deferred<void>();
  await say('more');
  const { ladders, ended } = slowStop();
  const stopping = bed.channel.agent.stop();
  bed.disk.resolve();
  await settled();
  expect(ladders).toEqual(['interrupt']);
  ended.resolve();
  await stopping;
  expect(sent()).toEqual(['busy']);
  expect(bed.channel.record.draft.text).toBe('more');
});

it('holds the queue if a turn after an urgent message is cut short by something else', async () => {
  await say('busy', 'urgent', 'later');
  await sendNow('urgent');
  bed.agents.newest.cutShort('working');
  bed.agents.newest.cutShort();
  await settled();
  expect(sent()).toEqual(['busy', 'urgent']);
});

it('answers the message after a Stop that found nothing to stop', async () => {
  await bed.channel.agent.stop();
  expect(phase()).toBe('idle');
  await say('busy');
  await answer();
  await bed.channel.agent.stop();
  await say('again');
  expect(sent()).toEqual(['busy', 'again']);
});

it('comes to rest after a Stop that the agent reports nothing about', async () => {
  await say('busy');
  bed.agents.newest.stop = async () => undefined;
  await bed.channel.agent.stop();
  expect(phase()).toBe('idle');
});

it('returns a message to the composer if Stop comes before it is written', async () => {
  bed.disk = new Deferred<void>();
  await say('hello');
  await bed.channel.agent.stop();
  bed.disk.resolve();
  await settled();
  expect(sent()).toEqual([]);
  expect(bed.channel.record.draft.text).toBe('hello');
  expect(phase()).toBe('idle');
});

it('returns messages to the composer that the agent gives back', async () => {
  await say('busy');
  const [{ id } = { id: '' as never }] = bed.agents.newest.sent;
  bed.agents.newest.host.onTakenBack?.([id]);
  expect(bed.channel.record).toMatchObject({ draft: { text: 'busy' }, inFlight: [] });
  expect(JSON.stringify(bed.channel.conversation.open)).toContain('had not been read');
});

it('shows the first message while the process starts, and queues from the second on', async () => {
  await bed.channel.agent.end();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  const warming = bed.channel.agent.warmUp();
  await settled();
  expect(phase()).toBe('starting');
  await say('first', 'second');
  expect(sending()).toMatchObject([{ text: 'first' }]);
  expect(bed.channel.isFresh).toBe(false);
  expect(bed.channel.conversation.summary.queue).toMatchObject([{ text: 'second' }]);
  gate.resolve();
  await warming;
  await settled();
  expect(sent()).toEqual(['first']);
  expect(sending()).toBeUndefined();
  await answer();
  expect(sent()).toEqual(['first', 'second']);
});

it('returns the first message to the composer if Stop keeps the process from coming up', async () => {
  await bed.channel.agent.end();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  void bed.channel.agent.warmUp();
  await settled();
  await say('first');
  const stopping = bed.channel.agent.stop();
  gate.resolve();
  await stopping;
  await settled();
  expect(sending()).toBeUndefined();
  expect(bed.channel.record).toMatchObject({ draft: { text: 'first' }, inFlight: [] });
});

it('sends a held queue when the user goes on', async () => {
  await say('busy', 'later');
  await bed.channel.agent.stop();
  await settled();
  expect(bed.channel.conversation.summary).toMatchObject({
    queue: [{ text: 'later' }],
    isQueueHeld: true,
  });
  bed.channel.messages.resumeQueue();
  await settled();
  expect(sent()).toEqual(['busy', 'later']);
  expect(bed.channel.conversation.summary.isQueueHeld).toBeUndefined();
});

it('starts another process if a setting changes while one is being launched', async () => {
  await bed.channel.agent.end();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  await say('hello');
  bed.channel.tools.set({ disabled: ['Bash'], lmTools: [] });
  gate.resolve();
  await settled();
  expect(bed.agents.launches.at(-1)?.picks).toMatchObject({ disabledTools: ['Bash'] });
  expect(bed.agents.processes.map(process => process.sent.length)).toEqual([0, 0, 1]);
});

it('shows a message at once, and gives it to the agent only when it is on disk', async () => {
  const posted: string[] = [];
  bed.channel.history.attach({ post: ({ events }) => posted.push(JSON.stringify(events)) });
  bed.disk = new Deferred<void>();
  bed.channel.messages.send({ text: 'hello', images: [] });
  expect(sending()).toMatchObject([{ text: 'hello' }]);
  expect(posted.at(-1)).toContain('hello');
  await settled();
  expect(sent()).toEqual([]);
  expect(bed.written).toEqual([]);
  bed.disk.resolve();
  await settled();
  expect(bed.written[0]?.inFlight).toMatchObject([{ text: 'hello' }]);
  expect(sent()).toEqual(['hello']);
  expect(sending()).toBeUndefined();
  expect(JSON.stringify(bed.channel.conversation).split('hello')).toHaveLength(2);
});

it('shows a message while its agent starts, and returns it to the composer if that fails', async () => {
  await bed.channel.agent.end();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  await say('hello');
  expect(sending()).toMatchObject([{ text: 'hello' }]);
  expect(bed.channel.snapshot().summary.sending).toMatchObject([{ text: 'hello' }]);
  gate.reject(new Error('It does not start.'));
  await settled();
  expect(sending()).toBeUndefined();
  expect(bed.channel.record).toMatchObject({ draft: { text: 'hello' }, inFlight: [] });
  expect(JSON.stringify(bed.channel.conversation.open)).toContain('back in the message box');
});
