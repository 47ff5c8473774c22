import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { sessionPath } from '../../src/cli/sessions/sessionFile';
import { sessionFolder } from '../../src/cli/sessions/sessionFolder';
import type { MessageId, SessionId } from '../../src/contract/ids';
import type { Channel } from '../../src/core/conversation/channel';
import { lastWrites } from '../../src/core/conversation/lastWrites';
import { ChannelFiles } from '../../src/core/registry/channelFiles';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { identify } from '../../src/core/registry/hostProcesses';
import { systemClock } from '../../src/node/systemClock';
import { gate, text, thinking, toolUse } from '../support/api/reply';
import { type BedCli, ChannelWatch, underOurs } from '../support/channels/channelBed';
import type { CliVersion } from '../support/cli/cliBinary';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { useChannelBeds, useSharedChannelBeds } from './support/channelBeds';
import { promptId, said, say } from './support/talk';

const prompts = ['one', 'two', 'three', 'else', 'more'];
const bed = useChannelBeds(prompts);

async function talk(registry: ChannelRegistry, ...prompts: string[]): Promise<Channel> {
  const channel = await registry.create(bed.home.workspace);
  await say(channel, ...prompts);
  return channel;
}

const versions = rowsOf<CliVersion>(['newest'], ['newest', '2.1.7', '2.0.36']);

describe.each(versions)('a conversation of Claude Code %s', { timeout: 150_000 }, version => {
  const shared = useSharedChannelBeds(prompts);
  let registry: ChannelRegistry;
  let source: Channel;

  beforeAll(async () => {
    registry = await shared.open({ version });
    source = await registry.create(shared.home.workspace);
    await say(source, 'one', 'two', 'three');
  });

  async function stored(id: SessionId): Promise<string> {
    const folder = await sessionFolder(shared.home.workspace, shared.home.env);
    return readFile(sessionPath(folder, id), 'utf8');
  }

  it('is forked before a prompt into its own session', async () => {
    const { sessionId } = source.record;
    const before = await stored(sessionId);

    const fork = await registry.fork(source, promptId(source, 'two'));
    expect(said(fork)).toEqual(['one', 'answer one']);
    expect(fork.snapshot().draft.text).toBe('two');
    expect(fork.title).toBe(`${source.title} (fork)`);
    expect(fork.conversation.summary.usage.costUsd).toBe(0);
    await say(fork, 'else');
    expect(shared.asked('else')).toEqual(['one', 'answer one', 'else']);
    expect(said(fork)).toEqual(['one', 'answer one', 'else', 'answer else']);
    expect(fork.record.sessionId).not.toBe(sessionId);
    expect(await stored(sessionId)).toBe(before);
    await say(source, 'more');
    expect(shared.asked('more')).toContain('answer three');
    expect(shared.asked('more')).not.toContain('else');
  });

  if (version === '2.0.36') {
    it('cannot be forked after a multi-part answer, nor have its files rewound', async () => {
      shared.api.onPrompt('think', [[thinking('hm'), text('answer think')]]);
      await say(source, 'think', 'after it');
      const fork = registry.fork(source, promptId(source, 'after it'));
      await expect(fork).rejects.toMatchObject({ code: 'session.unsupported' });
      const rewound = source.agent.rewindFiles('any' as MessageId, true);
      await expect(rewound).rejects.toMatchObject({ code: 'rewind.unsupported' });
    });
  }
});

describe.each(rowsOf<BedCli>([underOurs], versions))('a conversation with %s', version => {
  const shared = useSharedChannelBeds(prompts, version);
  let registry: ChannelRegistry;
  let source: Channel;

  beforeAll(async () => {
    registry = await shared.open();
    source = await registry.create(shared.home.workspace);
    await say(source, 'one', 'two', 'three');
  });

  it('can be forked from a fork, before and after that fork has its own session', async () => {
    const fork = await registry.fork(source, promptId(source, 'three'));
    const early = await registry.fork(fork, promptId(fork, 'two'));
    expect(said(early)).toEqual(['one', 'answer one']);
    await say(fork, 'else');
    const late = await registry.fork(fork, promptId(fork, 'else'));
    await say(late, 'more');
    expect(shared.asked('more')).toEqual(['one', 'answer one', 'two', 'answer two', 'more']);
    await say(early, 'more');
    expect(shared.asked('more')).toEqual(['one', 'answer one', 'more']);
    const all = [source, fork, early, late].map(({ record }) => record.sessionId);
    expect(new Set(all).size).toBe(4);
    expect(late.title).toBe('one (fork)');
  });

  it('can be forked as a whole', async () => {
    const before = said(source);
    const fork = await registry.forkWhole(source);
    expect(said(fork)).toEqual(before);
    // Shown in a tab, it starts at once.
    await fork.agent.resume();
    await say(source, 'later');
    await say(fork, 'else');
    expect(shared.asked('else')).toEqual([...before, 'else']);
    expect(fork.record.sessionId).not.toBe(source.record.sessionId);
  });

  it('starts empty when forked before the first prompt', async () => {
    const fork = await registry.fork(source, promptId(source, 'one'));
    expect(said(fork)).toEqual([]);
    expect(fork.snapshot().draft.text).toBe('one');
    await say(fork, 'else');
    expect(shared.asked('else')).toEqual(['else']);
  });

  it('can be forked before a prompt that is still being answered', async () => {
    shared.api.onPrompt('slow', [text('so ', gate('slow'), 'far')]);
    const before = said(source);
    const { length } = source.conversation.turns;
    source.messages.send({ text: 'slow', images: [] });
    await shared.api.reached('slow');
    const fork = await registry.fork(source, promptId(source, 'slow'));
    await say(fork, 'else');
    expect(shared.asked('else')).toEqual([...before, 'else']);
    shared.api.open('slow');
    await new ChannelWatch(source).turns(length + 1);
    expect(said(source).slice(-2)).toEqual(['slow', 'so far']);
  });
});

// 2.1.7 writes an empty file for a fork without messages.
describe.each(rowsOf([], versions))('a fork of Claude Code %s', { timeout: 150_000 }, version => {
  it('survives a reload before its first message and is resumed after it', async () => {
    const first = await bed.open({ version });
    const source = await talk(first, 'one', 'two');
    const fork = await first.fork(source, promptId(source, 'two'));
    await fork.agent.warmUp();
    const again = await bed.reopen(fork, { version });
    expect(said(again)).toEqual(['one', 'answer one']);
    expect(again.snapshot().draft.text).toBe('two');
    await say(again, 'else');
    expect(bed.asked('else')).toEqual(['one', 'answer one', 'else']);

    const { sessionId } = again.record;
    const third = await bed.reopen(again, { version });
    expect(third.record.sessionId).toBe(sessionId);
    expect(said(third)).toEqual(said(again));
    expect(third.title).toBe('one (fork)');
    expect(third.record).not.toHaveProperty('fork');
  });
});

testInFull(
  'keeps the tool calls and results of the turn when forking before a steered message',
  async () => {
    const call = (command: string) => toolUse('Bash', { command, description: 'x' });
    bed.api.onPrompt('work', [
      [text('calling'), call('echo a'), call('echo b')],
      [text('still ', gate('joins'), 'at it'), call('echo c')],
      text('done'),
    ]);
    const registry = await bed.open({ channelSettings: { whileWorking: 'steer' } });
    const source = await registry.create(bed.home.workspace);
    source.messages.send({ text: 'work', images: [] });
    await bed.api.reached('joins');
    source.messages.send({ text: 'joined', images: [] });
    await new ChannelWatch(source).until('joined', () => said(source).includes('joined'));
    bed.api.open('joins');
    await new ChannelWatch(source).turns(1);
    const fork = await registry.fork(source, promptId(source, 'joined'));
    expect(fork.snapshot().draft.text).toBe('joined');
    await say(fork, 'else');
    const results = bed.api
      .mainRequests('else')
      .at(-1)
      ?.messages.flatMap(({ content }) => content.filter(block => block.type === 'tool_result'));
    expect(results?.map(({ content }) => content).sort()).toEqual(['a', 'b', 'c']);
    expect(bed.asked('else').slice(-1)).toEqual(['else']);
  },
);

testInFull('refuses to fork from before a compaction, and forks from after it', async () => {
  const registry = await bed.open();
  const source = await talk(registry, 'one', 'two', '/compact');
  await say(source, 'three');
  const behind = promptId(source, 'two');
  await expect(registry.fork(source, behind)).rejects.toMatchObject({ code: 'session.compacted' });
  const fork = await registry.fork(source, promptId(source, 'three'));
  await say(fork, 'else');
  expect(bed.asked('else').join('\n')).toContain('This session is being continued');
  expect(bed.asked('else')).not.toContain('three');
});

describe('a stored session', () => {
  it('opens in the conversation that owns it, whether that is open or closed', async () => {
    const registry = await bed.open({ version: underOurs });
    const channel = await talk(registry, 'one');
    channel.saveDraft({ text: 'half', images: [] });
    const { sessionId } = channel.record;
    expect(await registry.openSession(bed.home.workspace, sessionId)).toBe(channel);

    // The session is resumed only after its process has ended.
    const closing = registry.close(channel.id);
    const [again, same] = await Promise.all([
      registry.openSession(bed.home.workspace, sessionId),
      registry.openSession(bed.home.workspace, sessionId),
      closing,
    ]);
    expect(again).toBe(same);
    expect(again.id).toBe(channel.id);
    expect(again).not.toBe(channel);
    expect(again.snapshot().draft.text).toBe('half');
    expect(said(again)).toEqual(['one', 'answer one']);
  });

  it('opens with the newest of its records, or with a new one if it has none', async () => {
    const registry = await bed.open({ version: underOurs });
    const files = new ChannelFiles(join(bed.home.root, 'storage'), systemClock, silentLog);
    const start = (sessionId: string) => ({ sessionId: sessionId as SessionId });
    for (const updatedAt of [1, 3, 2]) {
      const file = await files.create(bed.home.workspace, start('session'));
      file.set({ ...file.value, updatedAt, costUsd: updatedAt });
      await file.flush();
    }
    const channel = await registry.openSession(bed.home.workspace, 'session' as SessionId);
    expect(channel.record.costUsd).toBe(3);
    const openOther = () => registry.openSession(bed.home.workspace, 'other' as SessionId);
    const [other, same] = await Promise.all([openOther(), openOther()]);
    expect(other).toBe(same);
    expect(other.record).toMatchObject({ sessionId: 'other', costUsd: 0 });
  });

  it('does not open while another window has it open', async () => {
    const registry = await bed.open({ version: underOurs });
    const files = new ChannelFiles(join(bed.home.root, 'storage'), systemClock, silentLog);
    const file = await files.create(bed.home.workspace, { sessionId: 'session' as SessionId });
    const owner = await identify(process.ppid);
    file.set({ ...file.value, ...(owner ? { owner } : {}) });
    await file.flush();
    const opening = registry.openSession(bed.home.workspace, 'session' as SessionId);
    await expect(opening).rejects.toMatchObject({ code: 'session.openElsewhere' });
    expect(registry.all).toEqual([]);
  });
});

describe('rewinding files', () => {
  it('previews and applies changes, and rejects unknown messages and busy agents', async () => {
    const file = join(bed.home.workspace, 'a.txt');
    await writeFile(file, 'before\n');
    const edit = { file_path: file, old_string: 'before', new_string: 'after' };
    bed.api.onPrompt('edit', [
      toolUse('Read', { file_path: file }),
      toolUse('Edit', edit),
      text('Edited.'),
    ]);
    const first = await bed.open({ channelSettings: { initialMode: 'acceptEdits' } });
    const source = await talk(first, 'one', 'edit');
    expect(await readFile(file, 'utf8')).toBe('after\n');
    expect([...lastWrites(source.conversation).keys()]).toEqual([file]);

    const channel = await bed.reopen(source);
    const id = promptId(channel, 'edit');
    const dry = await channel.agent.rewindFiles(id, true);
    expect(dry).toEqual({ files: [file], insertions: 1, deletions: 1 });
    expect(await readFile(file, 'utf8')).toBe('after\n');
    await channel.agent.rewindFiles(id, false);
    expect(await readFile(file, 'utf8')).toBe('before\n');
    const unknown = crypto.randomUUID() as string as MessageId;
    for (const isDryRun of [true, false]) {
      const answer = channel.agent.rewindFiles(unknown, isDryRun);
      await expect(answer).rejects.toMatchObject({ code: 'rewind.noCheckpoint' });
    }
    bed.api.onPrompt('slow', [text('so ', gate('busy'), 'far')]);
    channel.messages.send({ text: 'slow', images: [] });
    await bed.api.reached('busy');
    await expect(channel.agent.rewindFiles(id, false)).rejects.toMatchObject({
      code: 'conversation.busy',
    });
  });
});
