import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Channel } from '../../src/core/conversation/channel';
import { failure, gate, text, toolUse } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { testInFull } from '../support/inFull';
import { useSharedChannelBeds } from './support/channelBeds';

/** Nearly all tests share one conversation. New processes start only where a test is about them. */
const bed = useSharedChannelBeds();
let channel: Channel;
let watch: ChannelWatch;
/** Number of turns when the test began. */
let before: number;

beforeAll(async () => {
  channel = await (await bed.open()).create(bed.home.workspace);
});

beforeEach(() => {
  watch = new ChannelWatch(channel);
  before = channel.conversation.turns.length;
  channel.saveDraft({ text: '', images: [] });
});

afterEach(() =>
  watch.until('the end of the turn', ({ conversation: { summary } }) => {
    return !['working', 'waiting'].includes(summary.agent.phase);
  }),
);

/** PNG of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const say = (words: string) => channel.messages.send({ text: words, images: [] });
/** Resolves when this many turns have ended since the test began. */
const more = (count: number) => watch.turns(before + count);
const newTurns = () => channel.conversation.turns.slice(before);
const texts = () =>
  newTurns().map(turn =>
    turn.items.flatMap(item => (item.kind === 'text' || item.kind === 'prompt' ? [item.text] : [])),
  );
const newItems = () => {
  const { turns, open } = channel.conversation;
  return [...turns.slice(before), ...(open ? [open] : [])].flatMap(turn => turn.items);
};
const kill = (signal: NodeJS.Signals) => {
  const { pid } = channel.agent.slot;
  if (pid === undefined) {
    throw new Error('No process runs');
  }
  process.kill(pid, signal);
};
const modeIs = (mode: string) =>
  watch.until(
    `the mode ${mode}`,
    ({ conversation }) => conversation.summary.settings.mode === mode,
  );

it('runs two messages that are sent at once as two turns, in order', async () => {
  bed.api.onPrompt('one', [text('first ', gate('mid'), 'answer')]);
  bed.api.onPrompt('two', [text('second answer')]);
  say('one');
  await bed.api.reached('mid');
  say('two');
  expect(channel.conversation.summary.queue.map(message => message.text)).toEqual(['two']);
  bed.api.open('mid');
  await more(2);
  expect(texts()).toEqual([
    ['one', 'first answer'],
    ['two', 'second answer'],
  ]);
});

it('sends the images of a message to the model, even if it was queued and edited', async () => {
  const image = { name: 'dot.png', mediaType: 'image/png' as const, data: dot };
  bed.api.onPrompt('busy', [text('so far ', gate('images'), 'and on')]);
  bed.api.onPrompt('what is this', [text('A dot.')]);
  say('busy');
  await bed.api.reached('images');
  channel.messages.send({ text: 'what is that', images: [image] });
  const [waiting] = channel.conversation.summary.queue;
  const draft = channel.messages.edit(waiting?.id ?? ('' as never));
  expect(draft).toEqual({ text: 'what is that', images: [image] });
  channel.messages.send({ ...draft, text: 'what is this' });
  bed.api.open('images');
  await more(2);
  const [request] = bed.api.mainRequests('what is this');
  const message = request?.messages.findLast(({ role }) => role === 'user');
  expect(
    message?.content.filter(block => block.type === 'image').map(block => block.source),
  ).toEqual([{ type: 'base64', media_type: 'image/png', data: dot }]);
});

it('writes an allowed file once and reports the change', async () => {
  const file = join(bed.home.workspace, 'a.txt');
  bed.api.onPrompt('write', [
    toolUse('Write', { file_path: file, content: 'hello\n' }),
    text('Written.'),
  ]);
  say('write');
  const prompt = await watch.prompt();
  expect(prompt).toMatchObject({ kind: 'permission', hasDiff: true });
  expect(channel.conversation.summary.agent.phase).toBe('waiting');
  await channel.answer(prompt.id, { kind: 'allowOnce' });
  await more(1);
  expect(await readFile(file, 'utf8')).toBe('hello\n');
  const tool = newTurns()[0]?.items.find(item => item.kind === 'tool');
  expect(tool).toMatchObject({
    call: { family: 'write', status: 'done' },
    files: [{ path: file, status: 'created', added: 1, removed: 0 }],
  });
});

it('interrupts a streaming turn on Stop and holds the queue until the user continues', async () => {
  bed.api.onPrompt('a long one', [text('so far ', gate('stopped'), 'and on')]);
  bed.api.onPrompt('the next', [text('next answer')]);
  say('a long one');
  await bed.api.reached('stopped');
  say('the next');
  await channel.agent.stop();
  await watch.phase('idle');
  expect(newTurns()[0]?.outcome).toEqual({ kind: 'interrupted' });
  expect(channel.conversation.summary.queue).toHaveLength(1);
  const [waiting] = channel.conversation.summary.queue;
  channel.messages.sendNow(waiting?.id ?? ('' as never));
  await more(2);
  expect(texts()[1]).toEqual(['the next', 'next answer']);
});

it('sends a queued message in the narrower of its mode and the one picked since', async () => {
  const file = join(bed.home.workspace, 'queued.txt');
  bed.api.onPrompt('busy', [text('so far ', gate('modes'), 'and on')]);
  bed.api.onPrompt('write', [
    toolUse('Write', { file_path: file, content: 'queued\n' }),
    text('Written.'),
  ]);
  say('busy');
  await bed.api.reached('modes');
  await channel.settings.set({ mode: 'acceptEdits' });
  await modeIs('acceptEdits');
  say('write');
  await channel.settings.set({ mode: 'default' });
  await modeIs('default');
  bed.api.open('modes');
  const asked = await watch.prompt();
  expect(channel.conversation.summary.settings.mode).toBe('default');
  await channel.answer(asked.id, { kind: 'allowOnce' });
  await more(2);
  expect(await readFile(file, 'utf8')).toBe('queued\n');
  expect(channel.conversation.summary.settings.mode).toBe('default');
});

it('resends a failed message with its long text and images', async () => {
  const image = { name: 'dot.png', mediaType: 'image/png' as const, data: dot };
  const long = `read this ${'word '.repeat(5_000)}to the end`;
  bed.api.onPrompt('read this', () =>
    bed.api.mainRequests('read this').length === 1 ? failure(401) : [text('I have read it.')],
  );
  channel.messages.send({ text: long, images: [image] });
  await more(1);
  await channel.editLast();
  expect(channel.snapshot().draft).toEqual({ text: long, images: [image] });
  await channel.retry();
  await more(2);
  const again = bed.api
    .mainRequests('read this')
    .at(-1)
    ?.messages.findLast(m => m.role === 'user');
  // The CLI keeps the failed message before this one.
  expect(again?.content.filter(block => String(block.text).startsWith(long))).toHaveLength(2);
  expect(again?.content.filter(block => block.type === 'image')).toHaveLength(2);
});

it('sends a message written after Stop as soon as the turn has ended', async () => {
  bed.api.onPrompt('long', [text('so far ', gate('after Stop'), 'and on')]);
  bed.api.onPrompt('rather this', [text('as you like')]);
  say('long');
  await bed.api.reached('after Stop');
  const stopped = channel.agent.stop();
  say('rather this');
  await stopped;
  await more(2);
  expect(texts()[1]).toEqual(['rather this', 'as you like']);
});

it('keeps the draft when a message is sent from outside the composer', async () => {
  bed.api.onPrompt('one', [text('first answer')]);
  channel.saveDraft({ text: 'half a thought', images: [] });
  say('one');
  await more(1);
  expect(channel.snapshot().draft.text).toBe('half a thought');
});

it('ends the turn with an authentication error when the API rejects the request', async () => {
  bed.api.onPrompt('fail', [failure(401)]);
  say('fail');
  await more(1);
  expect(newTurns()[0]?.outcome).toMatchObject({
    kind: 'error',
    reason: 'authentication',
  });
});

it('restarts between turns to apply a setting, without losing the message or the queue', async () => {
  bed.api.onPrompt('one', [text('first answer')]);
  bed.api.onPrompt('two', [text('second answer')]);
  await channel.agent.warmUp();
  const former = channel.agent.slot.pid;
  channel.agent.needRestart();
  say('one');
  say('two');
  await more(2);
  expect(texts()).toEqual([
    ['one', 'first answer'],
    ['two', 'second answer'],
  ]);
  expect(channel.snapshot().draft.text).toBe('');
  expect(channel.agent.slot.pid).not.toBe(former);
});

it('offers to resume after the process is killed, keeps the session, and adds up the cost', async () => {
  bed.api.onPrompt('cheap', [text('cheap answer')]);
  bed.api.onPrompt('endless', [text('so far ', gate('killed'), 'and on')]);
  bed.api.onPrompt('again', [text('here I am')]);
  const cost = () => channel.conversation.summary.usage.costUsd ?? 0;
  say('cheap');
  await more(1);
  const first = cost();
  expect(first).toBeGreaterThan(0);
  say('endless');
  await bed.api.reached('killed');
  kill('SIGKILL');
  await watch.phase('lost');
  expect(newTurns()[1]?.outcome?.kind).toBe('lost');
  expect(channel.conversation.summary.agent.actions).toContain('resume');
  const { sessionId } = channel.conversation.summary;
  say('again');
  await more(3);
  expect(channel.conversation.summary.sessionId).toBe(sessionId);
  expect(bed.api.mainRequests('again').at(-1)?.messages.length).toBeGreaterThan(1);
  const second = newTurns()[2]?.costUsd ?? 0;
  expect(second).toBeGreaterThan(0);
  expect(cost()).toBeCloseTo(first + second, 6);
});

it('returns the prompt to the draft when the process dies before storing it', async () => {
  await channel.agent.warmUp();
  kill('SIGSTOP');
  const takenBack = new Promise<string>(resolve =>
    channel.messages.composer.onReturned(({ draft }) => resolve(draft.text)),
  );
  say('never read');
  await watch.phase('working');
  kill('SIGKILL');
  expect(await takenBack).toBe('never read');
  expect(channel.snapshot().draft.text).toBe('never read');
});

testInFull(
  'answers a message sent while the agent dies, or returns it to the composer with a notice',
  async () => {
    bed.api.onPrompt('one', [text('first answer')]);
    bed.api.onPrompt('into the dark', [text('second answer')]);
    say('one');
    await more(1);
    kill('SIGKILL');
    say('into the dark');
    const draft = () => channel.snapshot().draft.text;
    const isAnswered = () => JSON.stringify(texts()).includes('second answer');
    await watch.until('the message', () => isAnswered() || draft() !== '');
    if (!isAnswered()) {
      expect(draft()).toBe('into the dark');
      channel.saveDraft({ text: '', images: [] });
      await watch.until('words', () =>
        JSON.stringify(newItems()).includes('back in the message box'),
      );
      await watch.until('the end', ({ conversation }) =>
        ['stopped', 'lost'].includes(conversation.summary.agent.phase),
      );
      say('into the dark');
      await watch.until('the answer', isAnswered);
    }
    expect(draft()).toBe('');
    expect(bed.api.mainRequests('into the dark').length).toBe(1);
  },
);

testInFull('adds a message to the running turn when whileWorking is steer', async () => {
  bed.api.onPrompt('work', [
    [text('so far ', gate('steered')), toolUse('Bash', { command: 'echo hi' })],
    [text('Done.')],
  ]);
  bed.api.onPrompt('by the way', () => [text('Done with both.')]);
  const registry = await bed.open({ channelSettings: { whileWorking: 'steer' } });
  const other = await registry.create(bed.home.workspace);
  const watchOther = new ChannelWatch(other);
  other.messages.send({ text: 'work', images: [] });
  await bed.api.reached('steered');
  other.messages.send({ text: 'by the way', images: [] });
  expect(other.conversation.summary.queue).toEqual([]);
  await watchOther.until('the message in the conversation', ({ conversation }) =>
    conversation.open?.items.some(item => item.kind === 'prompt' && item.text === 'by the way'),
  );
  bed.api.open('steered');
  await watchOther.turns(1);
  expect(other.conversation.turns).toHaveLength(1);
  const joined = bed.api
    .mainRequests()
    .at(-1)
    ?.messages.flatMap(({ content }) => content);
  expect(joined?.some(({ type }) => type === 'tool_result')).toBe(true);
  expect(JSON.stringify(joined)).toContain('by the way');
});
