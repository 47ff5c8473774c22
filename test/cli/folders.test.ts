import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSession, sessionOfFile } from '../../src/cli/sessions/findSession';
import type { ChannelId, SessionId } from '../../src/contract/ids';
import type { Channel } from '../../src/core/conversation/channel';
import { GitProgram } from '../../src/node/git/gitProgram';
import { Worktrees, worktreePath } from '../../src/node/git/worktrees';
import { gate, text, toolUse } from '../support/api/reply';
import { ChannelWatch, underOurs } from '../support/channels/channelBed';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import { useChannelBeds } from './support/channelBeds';
import { items, promptId, said, say } from './support/talk';
import { versionsWith } from './support/versionRows';

const bed = useChannelBeds(['one', 'two', 'three']);

const notices = (channel: Channel) =>
  items(channel).flatMap(item =>
    item.kind === 'notice' && 'text' in item.notice ? item.notice.text : [],
  );

/** Returns the body of the newest request with these words. */
const request = (words: string) => JSON.stringify(bed.api.mainRequests(words).at(-1));

async function folder(name: string): Promise<string> {
  const path = join(bed.home.root, name);
  await mkdir(path);
  return path;
}

async function storedFiles(): Promise<string[]> {
  const names = await readdir(join(bed.home.configDir, 'projects'), { recursive: true }).catch(
    () => [],
  );
  return names.filter(name => name.endsWith('.jsonl'));
}

it('runs a conversation in a worktree, merges and removes it, and continues elsewhere', async () => {
  const run = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: bed.home.workspace,
      env: bed.home.env,
      stdio: 'pipe',
    }).toString();
  run('init', '-q', '-b', 'main');
  run('config', 'user.name', 'A');
  run('config', 'user.email', 'a@b.c');
  await writeFile(join(bed.home.workspace, 'a.txt'), 'a\n');
  run('add', '-A');
  run('commit', '-qm', 'first');
  const git = new GitProgram({ env: bed.home.env, platform: process.platform });
  const worktrees = new Worktrees(git);
  const { signal } = new AbortController();
  const root = bed.home.workspace;
  const path = worktreePath('${repo}.worktrees', root, 'fix');
  await worktrees.add({ root, path, branch: 'fix', base: 'main' }, signal);

  const registry = await bed.open({ version: underOurs });
  const channel = await registry.create(await realpath(path));
  const watch = new ChannelWatch(channel);
  const file = join(path, 'b.txt');
  bed.api.onPrompt('write', [
    toolUse('Write', { file_path: file, content: 'b\n' }),
    text('Written.'),
  ]);
  channel.messages.send({ text: 'write', images: [] });
  const prompt = await watch.prompt();
  await channel.answer(prompt.id, { kind: 'allowOnce' });
  await watch.turns(1);
  expect(await readFile(file, 'utf8')).toBe('b\n');
  expect(existsSync(join(root, 'b.txt'))).toBe(false);
  const tool = items(channel).find(item => item.kind === 'tool');
  expect(tool).toMatchObject({ files: [{ path: file, status: 'created' }] });

  await worktrees.commitAll(path, 'second', signal);
  expect(await worktrees.merge(root, 'fix', signal)).toEqual({ kind: 'merged' });
  expect(await readFile(join(root, 'b.txt'), 'utf8')).toBe('b\n');

  await channel.agent.leaveFolder();
  await worktrees.remove(root, path, false, signal);
  channel.agent.folderGone('The worktree was removed.');
  expect(channel.conversation.summary.agent).toMatchObject({
    phase: 'stopped',
    actions: ['chooseFolder'],
  });
  channel.messages.send({ text: 'one', images: [] });
  await watch.until('words about the folder', () => notices(channel)[0]);
  expect(notices(channel)[0]).toContain(`The folder ${path} no longer exists.`);
  expect(channel.record.draft.text).toBe('one');
  expect(said(channel)).toEqual(['write', 'Written.']);

  const next = await registry.create(root, await channel.forking.startElsewhere(channel.title));
  expect(said(next)).toEqual(['write', 'Written.']);
  expect(next.record.draft.text).toBe('one');
  await say(next, 'two');
  expect(request('two')).toContain('Written.');
  git.dispose();
});

it('passes additional folders to the agent, and applies changes with the next message', async () => {
  const registry = await bed.open({ version: underOurs });
  const [first, second] = [await folder('first'), await folder('second')];
  const channel = await registry.create(bed.home.workspace, { addDirs: [first] });
  await say(channel, 'one');
  expect(request('one')).toContain(first);
  expect(request('one')).not.toContain(second);
  channel.setFolders([second]);
  expect(channel.conversation.summary.agent.restartsBeforeNext).toBe(true);
  await say(channel, 'two');
  expect(request('two')).toContain(second);
  expect(request('two')).toContain('answer one');
  await registry.close(channel.id);
  const again = await registry.load(bed.home.workspace, channel.id);
  expect(again?.record.addDirs).toEqual([second]);
});

it('reads files of an added folder without a question, from the next message on', async () => {
  const registry = await bed.open();
  const other = await folder('other');
  const file = join(other, 'a.txt');
  await writeFile(file, 'text of the other root');
  const channel = await registry.create(bed.home.workspace);
  const watch = new ChannelWatch(channel);
  const look = [toolUse('Read', { file_path: file }), text('Looked.')];
  bed.api.onPrompt('look', look);
  channel.messages.send({ text: 'look', images: [] });
  const prompt = await watch.prompt();
  await channel.answer(prompt.id, { kind: 'deny' });
  await watch.turns(1);
  channel.setFolders([other]);
  expect(channel.conversation.summary.folder).toEqual({ name: 'workspace', added: ['other'] });
  bed.api.onPrompt('again', look);
  channel.messages.send({ text: 'again', images: [] });
  await watch.turns(2);
  expect(request('again')).toContain('text of the other root');
});

it('finds no session or folder for an id that the agent has not stored', async () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
  expect(await findSession(id as SessionId, bed.home.env)).toBeUndefined();
  const registry = await bed.open({ version: underOurs });
  expect((await registry.headOf(id as ChannelId))?.cwd).toBeUndefined();
  expect((await registry.headOf('../x' as ChannelId))?.cwd).toBeUndefined();
});

describe.each(rowsOf([], versionsWith()))('a session of Claude Code %s', version => {
  it('is found after its folder is deleted, and continues as a copy in another folder', async () => {
    const registry = await bed.open({ version });
    const gone = await folder('gone');
    const former = await registry.create(gone);
    await say(former, 'one');
    await say(former, 'two');
    const { sessionId } = former.record;
    await registry.close(former.id);
    expect((await registry.headOf(former.id))?.cwd).toBe(gone);
    await rm(gone, { recursive: true });

    const found = await findSession(sessionId, bed.home.env);
    expect(found).toMatchObject({ id: sessionId, cwd: gone });
    const path = found?.path ?? '';
    expect(sessionOfFile(path, bed.home.env)).toBe(sessionId);
    expect(sessionOfFile(join(bed.home.root, `${sessionId}.jsonl`), bed.home.env)).toBeUndefined();
    expect(await findSession('../../x', bed.home.env)).toBeUndefined();
    const before = await readFile(path, 'utf8');

    const copy = await registry.create(bed.home.workspace, { fork: { from: sessionId } });
    expect(said(copy)).toEqual(['one', 'answer one', 'two', 'answer two']);
    const second = items(copy).find(item => item.kind === 'prompt' && item.text === 'two');
    const messageId = second?.kind === 'prompt' ? second.messageId : undefined;
    if (!messageId) {
      throw new Error('The second prompt is not there');
    }
    const cut = await registry.fork(copy, messageId);
    expect(said(cut)).toEqual(['one', 'answer one']);
    await say(copy, 'three');
    expect(request('three')).toContain('answer two');
    if (version === '2.1.7') {
      // 2.1.7 assigns new ids to lines read from a file, so there is no place to cut at.
      const watch = new ChannelWatch(cut);
      cut.messages.send({ text: 'three', images: [] });
      await watch.until('words about it', () => notices(cut)[0]?.includes('cannot go back'));
    } else {
      await say(cut, 'three');
      expect(request('three')).toContain('answer one');
      expect(request('three')).not.toContain('answer two');
    }
    expect(await readFile(path, 'utf8')).toBe(before);
    const own = await findSession(copy.record.sessionId, bed.home.env);
    expect(own?.cwd).toBe(bed.home.workspace);
  });
});

describe('a temporary conversation', () => {
  const temporary = { temporary: 'empty' } as const;

  testInFull('is not stored, keeps its process and history, and leaves no record', async () => {
    const registry = await bed.open();
    const channel = await registry.create(bed.home.workspace, temporary);
    expect(channel.conversation.summary.folder).toEqual({ isTemporary: true });
    await channel.agent.warmUp();
    // A new process would lose the history, so a new setting replaces only an unused process.
    channel.agent.needRestart();
    expect(channel.conversation.summary.agent.restartsBeforeNext).toBe(true);
    await say(channel, 'one');
    channel.agent.needRestart();
    expect(channel.conversation.summary.agent.restartsBeforeNext).toBeUndefined();
    expect(notices(channel)).toEqual([expect.stringContaining('takes effect in the next')]);
    await say(channel, 'two');
    expect(request('two')).toContain('answer one');
    expect(await storedFiles()).toEqual([]);
    const fork = registry.fork(channel, promptId(channel, 'one'));
    await expect(fork).rejects.toThrow('not stored');
    channel.saveDraft({ text: 'a draft', images: [] });
    await registry.close(channel.id);
    expect((await registry.headOf(channel.id))?.cwd).toBeUndefined();
  });

  it('reports that it is lost with its process and that a new one does not remember it', async () => {
    const registry = await bed.open({ version: underOurs });
    const channel = await registry.create(bed.home.workspace, temporary);
    const watch = new ChannelWatch(channel);
    await say(channel, 'one');
    process.kill(channel.record.process?.pid ?? 0, 'SIGKILL');
    await watch.until('words about the loss', () =>
      channel.conversation.summary.agent.detail?.includes('does not remember'),
    );
    bed.api.onPrompt('again', [text('hello again')]);
    channel.messages.send({ text: 'again', images: [] });
    await watch.until('the answer', () => said(channel).includes('hello again'));
    expect(notices(channel)).toEqual([expect.stringContaining('does not remember')]);
    expect(request('again')).not.toContain('answer one');
  });

  it('reports after a reload that it was lost, and keeps the draft', async () => {
    const registry = await bed.open({ version: underOurs });
    const channel = await registry.create(bed.home.workspace, temporary);
    const watch = new ChannelWatch(channel);
    await say(channel, 'one');
    bed.api.onPrompt('long', [text('so far ', gate('reload'), 'on')]);
    channel.messages.send({ text: 'long', images: [] });
    await bed.api.reached('reload');
    channel.saveDraft({ text: 'a draft', images: [] });
    await watch.until('the process to be noted', () => channel.record.process);
    registry.dispose();
    const after = await bed.open({ version: underOurs });
    const again = await after.load(bed.home.workspace, channel.id);
    if (!again) {
      throw new Error('It did not come back');
    }
    expect(notices(again)).toEqual([expect.stringContaining('is lost with the window')]);
    expect(said(again)).toEqual([]);
    expect(again.record.draft.text).toContain('a draft');
    expect(again.record.draft.text).toContain('long');
    await say(again, 'two');
    expect(request('two')).not.toContain('answer one');
    expect(await storedFiles()).toEqual([]);
  });

  it('is rejected with a message by a version that stores every conversation', async () => {
    const path = join(bed.home.root, 'old-cli');
    await writeFile(path, '#!/bin/sh\necho "2.0.36 (Claude Code)"\n', { mode: 0o755 });
    const registry = await bed.open({ path });
    const channel = await registry.create(bed.home.workspace, temporary);
    await channel.agent.warmUp();
    const { detail } = channel.conversation.summary.agent;
    expect(detail).toContain('Temporary conversations need Claude Code 2.0.77 or newer');
  });
});
