import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import type { Item } from '../../src/contract/conversation';
import type { SessionId } from '../../src/contract/ids';
import type { Channel } from '../../src/core/conversation/channel';
import { ReadOnlyTail } from '../../src/core/conversation/readOnlyTail';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { hostProcesses } from '../../src/core/registry/hostProcesses';
import type { ProcessPort } from '../../src/core/registry/leaseDetector';
import { readProcessTable, readProcStat } from '../../src/node/processTable';
import { systemClock } from '../../src/node/systemClock';
import { gate, text, toolUse } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import {
  bedCli,
  type ChannelBedOptions,
  ChannelWatch,
  channelBed,
  underOurs,
} from '../support/channels/channelBed';
import { cliBinary } from '../support/cli/cliBinary';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { TerminalCli } from '../support/cli/terminalCli';
import { inFull } from '../support/extent';
import { testInFull } from '../support/inFull';
import { AgentRun } from './support/agentRun';

let api: ScriptedApi;
let home: IsolatedHome;
let windows: ChannelRegistry[];
let terminals: TerminalCli[];

beforeEach(async () => {
  api = await ScriptedApi.start();
  home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
  windows = [];
  terminals = [];
});

afterEach(async () => {
  for (const registry of windows) {
    await Promise.all(registry.all.map(channel => registry.close(channel.id)));
    registry.dispose();
  }
  await Promise.all(terminals.map(terminal => terminal.close()));
  await api.close();
  await home.dispose();
});

async function window(options: Partial<ChannelBedOptions> = {}) {
  const registry = await channelBed({ home, version: underOurs, ...options });
  windows.push(registry);
  return registry;
}

/** Simulated window processes; each lives until it is removed from the set. */
const living = new Set<number>();
function asWindow(pid: number): ProcessPort {
  living.add(pid);
  return {
    ...hostProcesses(silentLog),
    self: async () => ({ pid, startTime: `start of ${pid}` }),
    lives: async identity => living.has(identity.pid),
  };
}

async function terminalOn(id: SessionId) {
  const terminal = await TerminalCli.start(await cliBinary('newest'), home, ['--resume', id]);
  terminals.push(terminal);
  return { terminal, pid: await terminal.pid(home, id) };
}

const say = (channel: Channel, words: string) => channel.messages.send({ text: words, images: [] });

const isCall = (item: Item) => item.kind === 'tool';

const texts = (channel: Channel) =>
  channel.conversation.turns.flatMap(turn =>
    turn.items.flatMap(item => (item.kind === 'text' || item.kind === 'prompt' ? item.text : [])),
  );

/** Counts all processes that carry a session, of any owner. */
async function carriers(id: SessionId): Promise<number> {
  const rows = await readProcessTable(process.platform);
  const lines = await Promise.all(
    rows.map(async ({ pid }) => {
      const { readFile } = await import('node:fs/promises');
      return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    }),
  );
  return lines.filter(line => line.includes(id) && line.includes('--input-format')).length;
}

/** Creates, stores and closes a conversation of one turn. */
async function stored(registry: ChannelRegistry): Promise<SessionId> {
  api.onPrompt('begin', [text('begun')]);
  const channel = await registry.create(home.workspace);
  const watch = new ChannelWatch(channel);
  say(channel, 'begin');
  await watch.turns(1);
  const { sessionId } = channel.record;
  await registry.close(channel.id);
  return sessionId;
}

testInFull(
  'detects a session open in a terminal, shows it read-only, and takes it over',
  async () => {
    const registry = await window({ version: 'newest' });
    const id = await stored(registry);
    const { terminal, pid } = await terminalOn(id);
    expect(await registry.holderOf(home.workspace, id)).toMatchObject({ kind: 'terminal', pid });
    await expect(registry.openSession(home.workspace, id)).rejects.toMatchObject({
      code: 'session.openElsewhere',
    });

    const shown = await registry.openSession(home.workspace, id, { readOnly: true });
    const takenBack = new Promise<string>(resolve =>
      shown.messages.composer.onReturned(({ draft }) => resolve(draft.text)),
    );
    expect(texts(shown)).toEqual(['begin', 'begun']);
    await shown.agent.warmUp();
    say(shown, 'not now');
    expect(await takenBack).toBe('not now');
    expect(shown.agent.slot.pid).toBeUndefined();
    expect(shown.conversation.summary.agent).toMatchObject({
      phase: 'stopped',
      actions: ['takeOver'],
    });

    api.onPrompt('in the terminal', [text('terminal answer')]);
    api.onPrompt('back here', [text('here again')]);
    const follower = new ReadOnlyTail(registry, systemClock);
    const reading = new ChannelWatch(shown);
    await terminal.say('in the terminal');
    await reading.until('what the terminal says', one => texts(one).includes('terminal answer'));
    follower.dispose();
    expect(shown.conversation.summary.agent.actions).toEqual(['takeOver']);
    const next = await registry.takeSession(home.workspace, id, { kind: 'terminal', pid });
    // Until it is reaped, the process would still be listed.
    expect(readProcStat(pid)).toBeUndefined();
    expect(texts(next)).toContain('terminal answer');
    const watch = new ChannelWatch(next);
    expect(next.snapshot().draft.text).toBe('not now');
    say(next, 'back here');
    await watch.until('the answer', channel => texts(channel).includes('here again'));
    expect(await carriers(id)).toBe(1);
  },
);

it('ignores the session file of a killed terminal', async () => {
  const registry = await window();
  const id = await stored(registry);
  const { pid } = await terminalOn(id);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => registry.holderOf(home.workspace, id)).toBeUndefined();
  expect(await readdir(join(home.configDir, 'sessions'))).toContain(`${pid}.json`);
  const channel = await registry.openSession(home.workspace, id);
  expect(channel.heldBy).toBeUndefined();
});

testInFull(
  'hands an idle conversation over to a terminal, and takes it back when that exits',
  async () => {
    api.onPrompt('begin', [text('begun')]);
    api.onPrompt('in the terminal', [text('terminal answer')]);
    const registry = await window();
    const channel = await registry.create(home.workspace);
    const watch = new ChannelWatch(channel);
    say(channel, 'begin');
    await watch.turns(1);
    channel.saveDraft({ text: 'half a thought', images: [] });
    const { sessionId } = channel.record;
    expect(await registry.holderOf(home.workspace, sessionId)).toBeUndefined();
    const replaced = new Promise<Channel>(resolve =>
      registry.onReplaced(({ next }) => resolve(next)),
    );

    const { terminal, pid } = await terminalOn(sessionId);
    await watch.until('the terminal', ({ heldBy }) => heldBy?.wasOurs && heldBy.pid === pid);
    expect(channel.agent.slot.pid).toBeUndefined();
    expect(channel.conversation.summary.agent.actions).toEqual(['takeBack']);
    await terminal.say('in the terminal');
    await terminal.until('answer');
    process.kill(pid, 'SIGTERM');
    const next = await replaced;
    expect(next.heldBy).toBeUndefined();
    expect(texts(next)).toContain('terminal answer');
    expect(next.snapshot().draft.text).toBe('half a thought');
  },
);

it('warns that a terminal has opened a working conversation, and lets go after the turn', async () => {
  api.onPrompt('begin', [text('begun')]);
  api.onPrompt('long', [text('so far ', gate('long'), 'done')]);
  const registry = await window();
  const channel = await registry.create(home.workspace);
  const watch = new ChannelWatch(channel);
  say(channel, 'begin');
  await watch.turns(1);
  say(channel, 'long');
  await api.reached('long');
  await terminalOn(channel.record.sessionId);
  await watch.until('the notice', ({ conversation }) =>
    conversation.open?.items.some(
      item =>
        item.kind === 'notice' &&
        item.notice.kind === 'warning' &&
        item.notice.text.includes('terminal'),
    ),
  );
  expect(channel.heldBy).toBeUndefined();
  api.open('long');
  await watch.until('the end', one => one.heldBy?.kind === 'terminal');
  expect(texts(channel)).toContain('so far done');
});

it('never runs a session in two windows, and hands it over with draft, queue and open card', async () => {
  const one = await window({ processes: asWindow(101) });
  const two = await window({ processes: asWindow(102) });
  const id = await stored(one);
  const file = join(home.workspace, 'a.txt');
  api.onPrompt('write', [toolUse('Write', { file_path: file, content: 'a\n' }), text('Written.')]);
  const mine = await one.openSession(home.workspace, id);
  const watch = new ChannelWatch(mine);
  say(mine, 'write');
  await watch.prompt();
  say(mine, 'and then');
  mine.saveDraft({ text: 'half a thought', images: [] });
  await mine.flush();

  expect(await two.holderOf(home.workspace, id)).toMatchObject({ kind: 'window', pid: 101 });
  await expect(two.openSession(home.workspace, id)).rejects.toMatchObject({
    code: 'session.openElsewhere',
  });
  const shown = await two.openSession(home.workspace, id, { readOnly: true });
  expect(texts(shown)).toContain('begun');
  const [call] = shown.conversation.turns.at(-1)?.items.filter(isCall) ?? [];
  expect(call?.call.status).toBe('running');
  await shown.agent.warmUp();
  expect(await carriers(id)).toBe(1);

  const theirs = await two.takeSession(home.workspace, id);
  expect(await carriers(id)).toBe(0);
  expect(mine.heldBy).toEqual({ kind: 'window', wasOurs: true });
  expect(mine.conversation.summary.agent.actions).toEqual(['takeBack']);
  const { summary } = theirs.conversation;
  expect(theirs.snapshot().draft.text).toContain('half a thought');
  expect(summary.queue.map(message => message.text)).toEqual(['and then']);
  const carried = JSON.stringify([texts(theirs), theirs.snapshot().draft.text]);
  expect(carried).toContain('write');
  await theirs.agent.resume();
  expect(await carriers(id)).toBe(1);
  await expect(mine.agent.resume()).rejects.toMatchObject({ code: 'session.openElsewhere' });
  // Saves of the former window do not affect the other one.
  mine.saveDraft({ text: 'lost', images: [] });
  await mine.flush();

  const back = await one.takeSession(home.workspace, id);
  expect(back.snapshot().draft.text).toContain('half a thought');
  expect(theirs.heldBy).toEqual({ kind: 'window', wasOurs: true });
  expect(await carriers(id)).toBe(0);
});

it('opens a session in only one of two windows that open it at the same time', async () => {
  const one = await window({ processes: asWindow(201) });
  const two = await window({ processes: asWindow(202) });
  const run = await AgentRun.start(await bedCli(underOurs), { api, home });
  api.onPrompt('begin', [text('begun')]);
  await run.turn('begin');
  await run.process.stop('whenIdle');
  const outcomes = await Promise.allSettled(
    [one, two].map(registry => registry.openSession(home.workspace, run.sessionId)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it('opens the session of a dead window and ends its orphaned process', async () => {
  const one = await window({ processes: asWindow(301) });
  const two = await window({ processes: asWindow(302) });
  const id = await stored(one);
  const channel = await one.openSession(home.workspace, id);
  await channel.agent.resume();
  await channel.flush();
  await expect.poll(() => channel.record.process).toBeDefined();
  living.delete(301);
  expect(await two.holderOf(home.workspace, id)).toBeUndefined();
  const taken = await two.openSession(home.workspace, id);
  expect(await carriers(id)).toBe(0);
  await taken.agent.resume();
  expect(await carriers(id)).toBe(1);
});

inFull(() => {
  it('treats a transcript just written by the oldest version as open elsewhere', async () => {
    let now = () => Date.now();
    const clock = { ...systemClock, now: () => now() };
    const registry = await window({ version: '2.0.36', clock });
    const run = await AgentRun.start(await cliBinary('2.0.36'), { api, home });
    api.onPrompt('begin', [text('begun')]);
    await run.turn('begin');
    await run.process.stop('whenIdle');
    const id = run.sessionId;
    const transcript = sessionPath(await sessionFolder(home.workspace, home.env), id);
    const { mtimeMs: written } = await stat(transcript);
    now = () => written + 1_000;
    await expect(registry.openSession(home.workspace, id)).rejects.toMatchObject({
      code: 'session.openElsewhere',
      message: expect.stringContaining('writing'),
    });
    now = () => written + 11_000;
    const channel = await registry.openSession(home.workspace, id);
    expect(texts(channel)).toEqual(['begin', 'begun']);
    // Our own recent write must not trigger the check for other writers.
    const watch = new ChannelWatch(channel);
    api.onPrompt('more', [text('and more')]);
    now = () => Date.now();
    say(channel, 'more');
    await watch.until('more', one => texts(one).includes('and more'));
    await watch.phase('idle');
    await registry.close(channel.id);
    expect(await registry.holderOf(home.workspace, id)).toBeUndefined();
    expect(
      await registry.holderOf(home.workspace, randomUUID() as string as SessionId),
    ).toBeUndefined();
  });
});
