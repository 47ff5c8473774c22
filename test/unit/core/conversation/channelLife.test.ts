import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { UserError } from '../../../../src/base/errors';
import { type Log, silentLog } from '../../../../src/base/log';
import type { PromptId, ToolCallId } from '../../../../src/contract/ids';
import { type ScriptedBed, scriptedBed } from '../../../support/channels/scriptedAgents';
import { ask } from '../../transcript/events';

let bed: ScriptedBed;

beforeEach(() => {
  bed = scriptedBed();
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

async function say(text: string): Promise<void> {
  bed.channel.messages.send({ text, images: [] });
  await settled();
}

const sent = () => bed.agents.processes.map(({ sent }) => sent.map(({ text }) => text));
const draft = () => bed.channel.record.draft.text;
const items = () => {
  const { turns, open } = bed.channel.conversation;
  return [...turns, ...(open ? [open] : [])].flatMap(turn => turn.items);
};
const notices = () =>
  JSON.stringify(items().flatMap(item => (item.kind === 'notice' ? item.notice : [])));
const prompts = () => items().flatMap(item => (item.kind === 'prompt' ? item.text : []));
const asked = () => bed.channel.conversation.summary.waiting.length;

describe('A message', () => {
  test('is delivered once to a new agent if the current one has just died', async () => {
    bed.agents.stored = [];
    await bed.channel.agent.warmUp();
    bed.agents.newest.die();
    await say('hello');
    expect(sent()).toEqual([[]]);
    bed.agents.newest.tellEnd();
    await settled();
    expect(sent()).toEqual([[], ['hello']]);
    expect(draft()).toBe('');
  });

  test('returns to the composer if a dying agent rejects it; the next one gets a new agent', async () => {
    bed.agents.stored = [];
    await bed.channel.agent.warmUp();
    const dying = bed.agents.newest;
    dying.refuses = new UserError('process.ended', 'The process was ended by SIGKILL.');
    await say('hello');
    expect(draft()).toBe('hello');
    expect(notices()).toContain('and is back in the message box. The process was ended');
    expect(bed.channel.conversation.open).toBeUndefined();
    expect(bed.channel.conversation.summary.agent.phase).toBe('stopped');
    await say('again');
    expect(sent()).toEqual([[], ['again']]);
    expect(draft()).toBe('hello');
  });

  test('returns to the composer only if the agent died before storing it', async () => {
    bed.agents.stored = ['first'];
    await say('first');
    bed.agents.newest.tellEnd();
    await settled();
    expect(draft()).toBe('');
    await say('second');
    bed.agents.newest.tellEnd();
    await settled();
    expect(draft()).toBe('second');
    expect(notices()).toContain('is back in the message box');
  });

  test('stays in the record from before it is sent until its turn ends', async () => {
    bed.agents.stored = [];
    await say('hello');
    expect(sent()).toEqual([['hello']]);
    expect(bed.channel.record.inFlight).toMatchObject([{ text: 'hello' }]);
    bed.agents.newest.answer();
    await settled();
    expect(bed.channel.record.inFlight).toEqual([]);
  });

  test('is sent to a new agent if a rename has ended the current one', async () => {
    bed.agents.stored = [];
    await bed.channel.agent.warmUp();
    const renamed = bed.channel.rename('New name');
    // The agent does not support names, so it ends.
    while (bed.channel.conversation.summary.agent.phase !== 'stopping') await Promise.resolve();
    bed.channel.messages.send({ text: 'hello', images: [] });
    expect(await renamed).toBe(false);
    await settled();
    expect(sent()).toEqual([[], ['hello']]);
  });
});

describe('An agent about to start', () => {
  let gate: Deferred<void>;

  beforeEach(async () => {
    gate = new Deferred<void>();
    bed.agents.gate = gate.promise;
    await say('hello');
    expect(bed.agents.launches).toHaveLength(1);
  });

  async function open(): Promise<void> {
    gate.resolve();
    await settled();
  }

  test('does not start after Stop', async () => {
    const stopped = bed.channel.agent.stop();
    await open();
    await stopped;
    expect(sent()).toEqual([[]]);
    expect(bed.channel.conversation.summary.agent.phase).toBe('stopped');
    expect(draft()).toBe('hello');
    await say('again');
    expect(sent()).toEqual([[], ['again']]);
  });

  test('does not start after another window takes the session, nor on the next message', async () => {
    const given = bed.channel.lease.transfer({ kind: 'window' }, 'Goes on in another window.');
    await open();
    await given;
    expect(bed.channel.agent.isLive).toBe(false);
    await say('again');
    expect(bed.channel.agent.isLive).toBe(false);
    expect(sent()).toEqual([[]]);
    expect(draft()).toBe('again\nhello');
  });

  test('does not start once the conversation is closed', async () => {
    const closed = bed.channel.close();
    await open();
    await closed;
    expect(bed.channel.agent.isLive).toBe(false);
    expect(sent()).toEqual([[]]);
  });
});

test('a message still being persisted when the conversation closes starts no agent', async () => {
  bed.disk = new Deferred<void>();
  await say('hello');
  bed.channel.dispose();
  bed.disk.resolve();
  await settled();
  expect(bed.agents.launches).toEqual([]);
});

test('messages sent during a session handover start no agent', async () => {
  await say('at work');
  await say('waits');
  const given = bed.channel.lease.transfer({ kind: 'terminal', pid: 1 }, 'Given away.');
  const [waits] = bed.channel.record.queue;
  if (!waits) throw new Error('Nothing waits');
  bed.channel.messages.sendNow(waits.id);
  await given;
  await settled();
  expect(bed.agents.launches).toHaveLength(1);
  expect(draft()).toContain('waits');
  expect(bed.channel.conversation.summary.agent).toMatchObject({ actions: ['takeBack'] });
});

describe('A session open elsewhere', () => {
  test('is reread until it becomes readable, with a single warning', async () => {
    const warned: unknown[] = [];
    bed.channel.dispose();
    const log: Log = { ...silentLog, warn: (_, data) => warned.push(data) };
    bed = scriptedBed({}, log);
    bed.agents.stored = ['first'];
    await bed.channel.restorer.restore(true);
    bed.channel.lease.revoke({ kind: 'window' });
    bed.agents.stored = ['first', 'elsewhere'];
    bed.agents.unreadable = 'No.';
    await bed.channel.restorer.catchUp();
    await bed.channel.restorer.catchUp();
    expect(warned).toEqual([{ error: 'No.' }]);
    bed.agents.unreadable = undefined;
    await bed.channel.restorer.catchUp();
    expect(prompts()).toEqual(['first', 'elsewhere']);
    const { reads } = bed.agents;
    await bed.channel.restorer.catchUp();
    expect(bed.agents.reads).toBe(reads);
  });
});

describe('Waking an agent', () => {
  test('shows messages added elsewhere, once', async () => {
    bed.agents.stored = ['first'];
    await bed.channel.restorer.restore();
    await bed.channel.agent.warmUp();
    await bed.channel.agent.sleep();
    bed.agents.stored = ['first', 'elsewhere'];
    const { reads } = bed.agents;
    await say('hello');
    expect(prompts()).toEqual(['first', 'elsewhere', 'hello']);
    expect(bed.agents.reads).toBe(reads + 1);
    bed.agents.stored.push('hello');
    bed.agents.newest.answer();
    await settled();
    await bed.channel.agent.sleep();
    await say('more');
    expect(prompts()).toEqual(['first', 'elsewhere', 'hello', 'more']);
    expect(bed.agents.reads).toBe(reads + 1);
  });

  test('keeps a notice, which did not prevent sleep, when the session is reread', async () => {
    bed.agents.stored = ['first'];
    await bed.channel.restorer.restore();
    await bed.channel.agent.warmUp();
    bed.channel.note('Mind the gap.');
    expect(bed.channel.agent.canSleep).toBe(true);
    await bed.channel.agent.sleep();
    bed.agents.stored = ['first', 'elsewhere'];
    await bed.channel.agent.resume();
    expect(prompts()).toEqual(['first', 'elsewhere']);
    expect(notices()).toContain('Mind the gap.');
  });

  test('does not reread what the agent itself has stored', async () => {
    bed.agents.stored = ['first'];
    await bed.channel.restorer.restore();
    await say('hello');
    bed.agents.newest.answer();
    await settled();
    bed.agents.stored.push('hello');
    const measured = new Deferred<void>();
    bed.agents.measured = measured.promise;
    await bed.channel.agent.sleep();
    const { reads } = bed.agents;
    await say('more');
    measured.resolve();
    await settled();
    expect(sent()).toEqual([['hello'], ['more']]);
    expect(bed.agents.reads).toBe(reads);
  });

  test.each(['sleep', 'restart', 'crash'])('restores the mode and model after %s', async how => {
    const { agent } = bed.channel;
    await agent.warmUp();
    const settings = { mode: 'plan', model: 'small' } as const;
    await bed.channel.settings.set({ model: 'small' });
    bed.agents.newest.host.onEvents([{ type: 'settings.changed', settings }]);
    if (how === 'sleep') await agent.sleep();
    if (how === 'restart') agent.needRestart();
    if (how === 'crash') bed.agents.newest.tellEnd();
    await settled();
    await say('hello');
    expect(bed.agents.launches).toHaveLength(2);
    expect(bed.agents.launches[1]?.picks).toEqual(settings);
  });
});

describe('A permission prompt', () => {
  const request = {
    prompt: ask('p1', 'toolu_1' as ToolCallId),
    tool: 'Bash',
    input: {},
  };

  test('is written to disk before it is shown', async () => {
    await bed.channel.agent.warmUp();
    await say('hello');
    bed.disk = new Deferred<void>();
    const decided = bed.agents.newest.host.decide(request, new AbortController().signal);
    await settled();
    expect(asked()).toBe(0);
    bed.disk.resolve();
    await settled();
    expect(asked()).toBe(1);
    expect(bed.written.at(-1)?.prompts).toMatchObject([{ prompt: { id: 'p1' } }]);
    await bed.channel.answer('p1' as PromptId, { kind: 'allowOnce' });
    expect(await decided).toMatchObject({ kind: 'allow' });
  });

  test('is never shown if it is withdrawn before it is on disk', async () => {
    await bed.channel.agent.warmUp();
    await say('hello');
    bed.disk = new Deferred<void>();
    const withdrawn = new AbortController();
    void bed.agents.newest.host.decide(request, withdrawn.signal);
    await settled();
    withdrawn.abort();
    bed.disk.resolve();
    await settled();
    expect(asked()).toBe(0);
    expect(bed.channel.record.prompts).toEqual([]);
  });

  test('of a subagent in the background is denied by Stop, and the agent stays idle', async () => {
    await bed.channel.agent.warmUp();
    const decided = bed.agents.newest.host.decide(request, new AbortController().signal);
    await settled();
    expect(bed.channel.conversation.summary.agent.phase).toBe('waiting');
    await bed.channel.agent.stop();
    expect(await decided).toMatchObject({ kind: 'deny' });
    expect(asked()).toBe(0);
    expect(bed.channel.conversation.summary.agent.phase).toBe('idle');
    await say('hello');
    expect(sent()).toEqual([['hello']]);
  });

  test('that is answered while its process dies is answered by resuming the session', async () => {
    bed.agents.stored = ['hello'];
    await say('hello');
    const dying = bed.agents.newest;
    void dying.host.decide(request, new AbortController().signal);
    await settled();
    dying.die();
    const answered = bed.channel.answer('p1' as PromptId, { kind: 'allowOnce' });
    await settled();
    expect(asked()).toBe(1);
    dying.tellEnd();
    await answered;
    await settled();
    expect(asked()).toBe(0);
    expect(bed.agents.newest).not.toBe(dying);
    expect(bed.agents.newest.sent).toHaveLength(1);
  });
});
