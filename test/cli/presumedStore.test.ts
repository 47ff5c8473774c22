import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import { Emitter } from '../../src/base/emitter';
import { silentLog } from '../../src/base/log';
import { openStoredSession } from '../../src/cli/sessions/openSession';
import type { SessionId } from '../../src/contract/ids';
import type { Channel } from '../../src/core/conversation/channel';
import { readAgain } from '../../src/core/registry/readAgain';
import { readProcStat } from '../../src/node/processTable';
import type { AgentLauncher } from '../../src/protocol/agentLauncher';
import { text, toolUse } from '../support/api/reply';
import { ChannelWatch, underOurs } from '../support/channels/channelBed';
import { storeSession } from '../support/storedSessions';
import { useChannelBeds } from './support/channelBeds';

// A window reads sessions where an earlier one found them, until its own search ends (ADR 21). Here,
// the search finds that they are elsewhere.
const bed = useChannelBeds([], underOurs);

let other: ChildProcess | undefined;
afterEach(() => void other?.kill());

/**
 * Opens a window that presumes a folder until `found` is called.
 * @param isSlow resolves when the answer about a session comes
 */
async function presuming(folder: string, isSlow?: Promise<void>) {
  const searched = new Deferred<void>();
  const moved = new Emitter<void>();
  let configDir = folder;
  let asking = new Deferred<void>();
  const around = (agents: AgentLauncher) => {
    const { hasSession, settleStore } = agents;
    agents.hasSession = async (...session) => {
      const has = await hasSession.apply(agents, session);
      asking.resolve();
      await isSlow;
      return has;
    };
    agents.settleStore = async () => {
      asking.resolve();
      await settleStore?.call(agents);
    };
    return agents;
  };
  const registry = await bed.open({
    isSearched: searched.promise,
    storeEnvironment: async () => ({ ...bed.home.env, CLAUDE_CONFIG_DIR: configDir }),
    around,
  });
  /** Resolves when the window next looks for a session, or waits for the search. */
  const asked = () => {
    asking = new Deferred();
    return asking.promise;
  };
  readAgain(registry, moved.event, silentLog);
  const found = () => {
    configDir = bed.home.configDir;
    moved.fire();
    searched.resolve();
  };
  return { registry, found, asked };
}

/** Returns a folder in which nothing is stored, or a copy of what is stored by now. */
async function formerFolder(isCopy = false): Promise<string> {
  const folder = join(bed.home.root, 'former');
  await (isCopy ? cp(bed.home.configDir, folder, { recursive: true }) : mkdir(folder));
  return folder;
}

const say = (channel: Channel, words: string) => channel.messages.send({ text: words, images: [] });

function textsOf({ conversation: { turns, open } }: Channel): string[] {
  const all = open ? [...turns, open] : turns;
  return all.flatMap(({ items }) =>
    items.flatMap(item =>
      item.kind === 'text' || item.kind === 'prompt'
        ? [typeof item.text === 'string' ? item.text : '']
        : [],
    ),
  );
}

function loaded(channel: Channel | undefined): Channel {
  if (!channel) throw new Error('The conversation was not loaded');
  return channel;
}

it('a turn that a reload has cut off is shown once, with its request', async () => {
  const write = toolUse('Write', { file_path: join(bed.home.workspace, 'b.txt'), content: 'b' });
  bed.api.onPrompt('write', [write, text('Written.')]);
  const first = await bed.open();
  const before = await first.create(bed.home.workspace);
  const watch = new ChannelWatch(before);
  say(before, 'write');
  await watch.prompt();
  await before.flush();
  const { sessionId } = before.record;
  await expect
    .poll(async () => {
      const stored = await openStoredSession(sessionId, bed.home.workspace, bed.home.env);
      return stored?.tail.events.map(event => event.type);
    })
    .toContain('tool.updated');
  first.dispose();

  const { registry, found, asked } = await presuming(await formerFolder());
  const isAsked = asked();
  const loading = registry.load(bed.home.workspace, before.id);
  await isAsked;
  found();
  const { conversation, record } = loaded(await loading);
  expect(textsOf(loaded(registry.get(before.id)))).toEqual(['write']);
  expect(record.draft.text).toBe('');
  expect(conversation.summary.waiting.map(({ kind }) => kind)).toEqual(['permission']);
});

it('the agent goes on with the session that is shown in the end', async () => {
  const stored = { cwd: bed.home.workspace, prompt: 'The number is 7.', answer: 'I see.' };
  const { id } = await storeSession(bed.home.configDir, { ...stored, at: 1_700_000_000_000 });
  bed.api.onPrompt('which number', [text('Seven.')]);
  const { registry, found, asked } = await presuming(await formerFolder());
  const channel = await registry.openSession(bed.home.workspace, id as SessionId);
  expect(textsOf(channel)).toEqual([]);
  const isAsked = asked();
  const warm = channel.agent.warmUp();
  await isAsked;
  found();
  await expect.poll(() => textsOf(channel)).toEqual(['The number is 7.', 'I see.']);
  await warm;
  say(channel, 'which number');
  await expect.poll(() => textsOf(channel), { timeout: 20_000 }).toContain('Seven.');
  expect(channel.record.sessionId).toBe(id);
  expect(JSON.stringify(bed.api.mainRequests('which number')[0]?.body.messages)).toContain(
    'The number is 7.',
  );
});

it('a conversation that is being restored when the search ends is read again', async () => {
  const stored = { cwd: bed.home.workspace, prompt: 'hello', answer: 'Hello yourself.' };
  const { id } = await storeSession(bed.home.configDir, { ...stored, at: 1_700_000_000_000 });
  const slow = new Deferred<void>();
  const { registry, found, asked } = await presuming(await formerFolder(), slow.promise);
  const isAsked = asked();
  const opening = registry.openSession(bed.home.workspace, id as SessionId);
  await isAsked;
  found();
  slow.resolve();
  const channel = await opening;
  await expect.poll(() => textsOf(channel)).toEqual(['hello', 'Hello yourself.']);
});

it('a session that a terminal has open is not started a second time', async () => {
  const stored = { cwd: bed.home.workspace, prompt: 'hello', answer: 'Hello yourself.' };
  const { id } = await storeSession(bed.home.configDir, { ...stored, at: 1_700_000_000_000 });
  const former = await formerFolder(true);
  other = spawn('sleep', ['600']);
  const { pid = 0 } = other;
  const sessions = join(bed.home.configDir, 'sessions');
  await mkdir(sessions, { recursive: true });
  const entry = {
    ...{ pid, sessionId: id, cwd: bed.home.workspace, status: 'idle', entrypoint: 'cli' },
    procStart: readProcStat(pid)?.startTime.split('/').at(-1),
  };
  await writeFile(join(sessions, `${pid}.json`), JSON.stringify(entry));

  const { registry, found, asked } = await presuming(former);
  const channel = await registry.openSession(bed.home.workspace, id as SessionId);
  const isAsked = asked();
  const warm = channel.agent.warmUp();
  await isAsked;
  found();
  await warm;
  expect(channel.agent.isLive).toBe(false);
  const { phase, detail } = channel.conversation.summary.agent;
  expect([phase, detail]).toEqual(['stopped', expect.stringContaining('terminal')]);
});

it('what is closed before the search ends keeps its record', async () => {
  bed.api.onPrompt('hello', [text('Hello yourself.')]);
  const first = await bed.open();
  const said = await first.create(bed.home.workspace);
  say(said, 'hello');
  await expect.poll(() => textsOf(said), { timeout: 20_000 }).toContain('Hello yourself.');
  await expect.poll(() => said.conversation.summary.agent.phase).toBe('idle');
  const fork = await first.forkWhole(said);
  await said.flush();
  await fork.flush();
  first.dispose();

  const { registry, found } = await presuming(await formerFolder());
  for (const { id } of [said, fork]) {
    expect(textsOf(loaded(await registry.load(bed.home.workspace, id)))).toEqual([]);
    await registry.close(id);
  }
  found();
  for (const { id } of [said, fork]) {
    const again = loaded(await registry.load(bed.home.workspace, id));
    expect(textsOf(again)).toContain('Hello yourself.');
  }
});
