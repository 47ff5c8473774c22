import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { MessageId, SessionId, ToolCallId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';
import type { AgentHost } from '../../../../src/protocol/agentSource';
import { WindowBed } from '../../../support/channels/windowBed';
import { ask } from '../../transcript/events';

let bed: WindowBed;

beforeEach(async () => {
  bed = await WindowBed.open();
});

afterEach(() => bed.close());

/** Adds a session that the agent has stored. */
function session(): SessionId {
  const id = randomUUID() as string as SessionId;
  bed.stored.add(id);
  return id;
}

/** Makes the newest process ask for permission. */
function askPerson(): AgentHost {
  const host = bed.processes.at(-1)?.host;
  if (!host) {
    throw new Error('No process runs');
  }
  const prompt = ask('p1', 'toolu_p1' as ToolCallId);
  host.onActivity('working');
  void host.decide({ prompt, tool: 'Bash', input: {} }, new AbortController().signal);
  return host;
}

it('holds the lease of the session the agent moved to, and releases the previous one', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const former = session();
  const next = session();
  const channel = await one.openSession(bed.cwd, former);
  await channel.agent.warmUp();
  bed.processes[0]?.host.onEvents([{ type: 'session.changed', sessionId: next }]);
  await expect.poll(() => two.openInWindows()).toEqual([next]);
  expect((await two.openSession(bed.cwd, former)).heldBy).toBeUndefined();
  await expect(two.openSession(bed.cwd, next)).rejects.toMatchObject({
    code: 'session.openElsewhere',
  });
  await one.close(channel.id);
  expect(await two.openInWindows()).toEqual([]);
});

it('takes over a session from a window that has it open under another folder', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  const other = join(bed.cwd, 'other');
  await mkdir(other);
  const holder = await two.holderOf(other, id);
  expect(holder).toEqual({ kind: 'window', pid: 1 });
  await two.takeSession(other, id, holder);
  expect(channel.heldBy).toMatchObject({ kind: 'window', wasOurs: true });
});

it('keeps the drafts of both windows when a session is taken over', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  channel.saveDraft({ text: 'from there', images: [] });
  await channel.flush();
  const shown = await two.openSession(bed.cwd, id, { readOnly: true });
  shown.saveDraft({ text: 'from here', images: [] });
  const taken = await two.takeSession(bed.cwd, id);
  expect(taken.record.draft.text).toBe('from here\nfrom there');
  const back = await one.takeSession(bed.cwd, id);
  expect(back.record.draft.text).toBe('from here\nfrom there');
});

it('does not show a turn as interrupted that may continue in another window', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  bed.said = [
    { type: 'prompt.sent', messageId: 'm1' as MessageId, at: 1, text: 'go', images: [] },
    { type: 'turn.ended', at: 2, outcome: { kind: 'interrupted' } },
  ];
  const id = session();
  const mine = await one.openSession(bed.cwd, id);
  const shown = await two.openSession(bed.cwd, id, { readOnly: true });
  expect(mine.conversation.turns.at(-1)?.outcome).toEqual({ kind: 'interrupted' });
  expect(shown.conversation.turns.at(-1)?.outcome).toEqual({ kind: 'elsewhere' });
});

it('lists new conversations of other windows as open', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const channel = await one.create(bed.cwd);
  expect(await two.openInWindows()).toEqual([channel.record.sessionId]);
});

it('starts no process for a session that is handed over during startup', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const launching = new Deferred<void>();
  const isLaunching = new Deferred<void>();
  bed.launching = () => {
    isLaunching.resolve();
    return launching.promise;
  };
  const channel = await one.openSession(bed.cwd, id);
  const starting = channel.agent.warmUp();
  await isLaunching.promise;
  const taking = two.takeSession(bed.cwd, id);
  launching.resolve();
  const taken = await taking;
  await starting;
  expect(bed.carriers(id)).toHaveLength(0);
  await taken.agent.warmUp();
  expect(bed.carriers(id)).toHaveLength(1);
  expect(channel.conversation.summary.agent).toMatchObject({ actions: ['takeBack'] });
});

it('stops a conversation whose process is still starting', async () => {
  const launching = new Deferred<void>();
  const isLaunching = new Deferred<void>();
  bed.launching = () => {
    isLaunching.resolve();
    return launching.promise;
  };
  const channel = await bed.window(1).create(bed.cwd);
  const starting = channel.agent.warmUp();
  await isLaunching.promise;
  const stopping = channel.agent.stop();
  launching.resolve();
  await Promise.all([starting, stopping]);
  expect(channel.conversation.summary.agent).toEqual({ phase: 'stopped' });
  await channel.agent.resume();
  expect(bed.carriers(channel.record.sessionId)).toHaveLength(1);
});

it('starts nothing in a closed conversation', async () => {
  const one = bed.window(1);
  const channel = await one.create(bed.cwd);
  await one.close(channel.id);
  await expect(channel.agent.resume()).rejects.toMatchObject({ code: 'conversation.closed' });
  expect(bed.processes).toEqual([]);
});

it('stores an unused conversation on close only if a draft is saved meanwhile', async () => {
  const one = bed.window(1);
  const ids = [];
  for (const words of ['typed in haste', '']) {
    const channel = await one.create(bed.cwd);
    await channel.agent.warmUp();
    const ending = new Deferred<void>();
    bed.ending = () => ending.promise;
    const closed = one.close(channel.id);
    channel.saveDraft({ text: words, images: [] });
    expect(channel.isClosed).toBe(false);
    ending.resolve();
    await closed;
    expect(channel.isClosed).toBe(true);
    ids.push(channel.id);
  }
  const [kept, empty] = await Promise.all(ids.map(id => one.load(bed.cwd, id)));
  expect(kept?.record.draft.text).toBe('typed in haste');
  expect(empty).toBeUndefined();
});

it('drops prompts and queued messages in the window that handed a conversation over', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  await channel.agent.warmUp();
  askPerson();
  await expect.poll(() => channel.conversation.summary.waiting).toHaveLength(1);
  channel.messages.send({ text: 'and then', images: [] });
  const taken = await two.takeSession(bed.cwd, id);
  expect(taken.conversation.summary.waiting).toHaveLength(1);
  expect(channel.conversation.summary.waiting).toHaveLength(0);
  expect(taken.conversation.summary.queue).toHaveLength(1);
  expect(channel.conversation.summary.queue).toHaveLength(0);
});

it('ignores takeover requests of a dead window', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const [wanted, other] = [session(), session()];
  const folder = join(bed.storage, 'sessions', 'wanted');
  const left = join(folder, `${wanted}.wanted.json`);
  await writeFile(left, JSON.stringify({ pid: 9, startTime: 'start of 9' }));
  const channel = await one.openSession(bed.cwd, wanted);
  await one.openSession(bed.cwd, other);
  // Makes the first window check all requests for its sessions.
  await two.takeSession(bed.cwd, other);
  await expect.poll(() => readdir(folder)).toEqual([]);
  expect(channel.heldBy).toBeUndefined();
});

it('takes over a session from a window that dies instead of answering', async () => {
  const one = bed.window(1);
  const id = session();
  bed.living.add(9);
  const folder = join(bed.storage, 'sessions', 'open');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${id}.lock`), JSON.stringify({ pid: 9, startTime: 'start of 9' }));
  expect(await one.holderOf(bed.cwd, id)).toEqual({ kind: 'window', pid: 9 });
  const taking = one.takeSession(bed.cwd, id);
  await expect
    .poll(() => readdir(join(bed.storage, 'sessions', 'wanted')))
    .toEqual([`${id}.wanted.json`]);
  bed.living.delete(9);
  expect((await taking).heldBy).toBeUndefined();
});

it('does not mistake its own exiting process for another holder', async () => {
  const one = bed.window(1);
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  await channel.agent.warmUp();
  const [{ pid = 0 } = {}] = bed.processes;
  bed.strangers = [{ sessionId: id, pid, isWorking: false }];
  const ending = new Deferred<void>();
  bed.ending = () => ending.promise;
  const closing = one.close(channel.id);
  const holder = one.holderOf(bed.cwd, id);
  ending.resolve();
  await closing;
  bed.strangers = [];
  expect(await holder).toBeUndefined();
  expect(bed.ended).toEqual([]);
});

it('opens a session once despite duplicate records and concurrent requests', async () => {
  const one = bed.window(1);
  const id = session();
  const two = bed.window(2);
  const first = await one.openSession(bed.cwd, id);
  first.saveDraft({ text: 'a', images: [] });
  await one.close(first.id);
  // State left by earlier versions: a second record.
  const folder = join(bed.storage, 'channels');
  const [hash = ''] = await readdir(folder);
  const second = randomUUID();
  const record = { ...first.record, channelId: second, owner: undefined };
  await writeFile(
    join(folder, hash, `${second}.json`),
    JSON.stringify({ version: 1, data: record }),
  );
  const opened = await Promise.all([
    two.openSession(bed.cwd, id),
    two.openSession(bed.cwd, id),
    two.load(bed.cwd, first.id),
    two.load(bed.cwd, second as typeof first.id),
  ]);
  expect(new Set(opened).size).toBe(1);
  expect(two.all).toHaveLength(1);
});

it('keeps the owner of a conversation opened while its orphaned process ends', async () => {
  const one = bed.window(1);
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  await channel.agent.warmUp();
  await expect.poll(() => channel.record.process).toBeDefined();
  await channel.flush();
  bed.living.delete(1);
  const [two, three] = [bed.window(2), bed.window(3)];
  const ending = new Deferred<void>();
  bed.endingLeftover = () => ending.promise;
  const orphans = two.endOrphanedProcesses([bed.cwd]);
  const loading = two.load(bed.cwd, channel.id);
  ending.resolve();
  await Promise.all([orphans, loading]);
  expect(bed.ended).toHaveLength(1);
  await two.get(channel.id)?.flush();
  expect(await three.isElsewhere(bed.cwd, channel.id)).toBe(true);
});

it('ends no terminal process that the user has not agreed to', async () => {
  const one = bed.window(1);
  const id = session();
  bed.strangers = [{ sessionId: id, pid: 77, isWorking: true }];
  for (const agreed of [undefined, { kind: 'window' }, { kind: 'terminal', pid: 78 }] as const) {
    await expect(one.takeSession(bed.cwd, id, agreed)).rejects.toMatchObject({
      code: 'session.holderChanged',
    });
  }
  expect(bed.ended).toEqual([]);
  await one.takeSession(bed.cwd, id, { kind: 'terminal', pid: 77 });
  expect(bed.ended).toEqual([77]);
});

it('opens no session that something unknown has just written, unless the user insists', async () => {
  const one = bed.window(1);
  const id = session();
  bed.written = { at: Date.now(), isUntraced: true };
  expect(await one.holderOf(bed.cwd, id)).toEqual({ kind: 'unknownWriter' });
  await expect(one.openSession(bed.cwd, id)).rejects.toMatchObject({
    code: 'session.openElsewhere',
    message: expect.stringContaining('writing'),
  });
  const taken = await one.takeSession(bed.cwd, id, { kind: 'unknownWriter' });
  expect(taken.heldBy).toBeUndefined();
});

it('reopens a conversation once when a takeover ends its terminal', async () => {
  const one = bed.window(1);
  const id = session();
  bed.strangers = [{ sessionId: id, pid: 77, isWorking: false }];
  const shown = await one.openSession(bed.cwd, id, { readOnly: true });
  shown.saveDraft({ text: 'a thought', images: [] });
  const replaced: Channel[] = [];
  const isReplaced = new Deferred<void>();
  one.onReplaced(({ next }) => {
    replaced.push(next);
    isReplaced.resolve();
  });
  bed.terminalEnded = () => isReplaced.promise;
  const taken = await one.takeSession(bed.cwd, id, { kind: 'terminal', pid: 77 });
  expect(replaced.map(one => one === taken)).toEqual([true]);
  expect(one.all.map(one => one === taken)).toEqual([true]);
  await taken.agent.resume();
  expect(bed.carriers(id)).toHaveLength(1);
});

it('opens nothing in a window that is closed meanwhile', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const opening = one.openSession(bed.cwd, id);
  one.dispose();
  await expect(opening).rejects.toMatchObject({ code: 'conversation.closed' });
  expect((await two.openSession(bed.cwd, id)).heldBy).toBeUndefined();
});

it('keeps an unanswered prompt of a dead process when its conversation is closed', async () => {
  const one = bed.window(1);
  const channel = await one.openSession(bed.cwd, session());
  await channel.agent.warmUp();
  const exit = { code: 1, signal: null, stderr: '', wasAsked: false, sessionId: undefined };
  const host = askPerson();
  await expect.poll(() => channel.conversation.summary.waiting).toHaveLength(1);
  host.onExit(exit);
  await one.close(channel.id);
  const again = await one.load(bed.cwd, channel.id);
  expect(again?.conversation.summary.waiting).toHaveLength(1);
});

it('saves a conversation whose process cannot be ended when the window closes', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const channel = await one.openSession(bed.cwd, session());
  await channel.agent.warmUp();
  const [stuck] = bed.processes;
  if (!stuck) throw new Error('No process runs');
  stuck.dispose = () => {
    throw new Error('It cannot be ended');
  };
  channel.saveDraft({ text: 'the last words', images: [] });
  one.dispose();
  const next = await two.load(bed.cwd, channel.id);
  expect(next?.record.draft.text).toBe('the last words');
});

it('does not leave its agent to other windows while it cannot be identified', async () => {
  bed.unidentified.add(1);
  const [one, two] = [bed.window(1), bed.window(2)];
  const channel = await one.openSession(bed.cwd, session());
  await channel.agent.resume();
  await expect.poll(() => channel.record.process).toBeDefined();
  await channel.flush();
  await two.endOrphanedProcesses([bed.cwd]);
  await two.holderOf(bed.cwd, channel.record.sessionId);
  expect(bed.ended).toEqual([]);
});

it('owns its conversations as soon as it can be identified', async () => {
  bed.unidentified.add(1);
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  bed.unidentified.clear();
  await channel.agent.resume();
  await expect.poll(() => channel.record.process).toBeDefined();
  await channel.flush();
  expect(await two.openInWindows()).toEqual([id]);
  expect(await two.holderOf(bed.cwd, id)).toEqual({ kind: 'window', pid: 1 });
  expect(bed.ended).toEqual([]);
});

it('starts nothing in a session that another window took while this one was unidentified', async () => {
  bed.unidentified.add(1);
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  const channel = await one.openSession(bed.cwd, id);
  await two.openSession(bed.cwd, id);
  bed.unidentified.clear();
  await expect(channel.agent.resume()).rejects.toMatchObject({ code: 'session.openElsewhere' });
  expect(bed.carriers(id)).toEqual([]);
});

it('opens a session with the agent that it began with, also from its record', async () => {
  const [one, two] = [bed.window(1), bed.window(2)];
  const id = session();
  bed.sources.set(id, 'Mine');
  const channel = await one.openSession(bed.cwd, id);
  expect(channel.record.source).toBe('Mine');
  channel.saveDraft({ text: 'a draft', images: [] });
  await one.close(channel.id);
  expect(await two.headOf(channel.id)).toEqual({ cwd: bed.cwd, source: 'Mine' });
  bed.sources.clear();
  expect((await two.openSession(bed.cwd, id)).record.source).toBe('Mine');
  expect((await two.openSession(bed.cwd, session())).record.source).toBeUndefined();
});
