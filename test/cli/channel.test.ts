import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openStoredSession } from '../../src/cli/sessions/openSession';
import type { Channel } from '../../src/host/channels/channel';
import type { ChannelRegistry } from '../../src/host/channels/registry';
import { failure, gate, text, toolUse } from '../support/api/reply';
import { ChannelWatch } from '../support/channels/channelBed';
import { useChannelBeds } from './support/channelBeds';

const bed = useChannelBeds();

/** A PNG of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

async function channelIn(registry: ChannelRegistry) {
  const channel = await registry.create(bed.home.workspace);
  return { channel, watch: new ChannelWatch(channel) };
}

const say = (channel: Channel, words: string) => channel.messages.send({ text: words, images: [] });

const texts = (channel: Channel) =>
  channel.conversation.turns.map(turn =>
    turn.items.flatMap(item => (item.kind === 'text' || item.kind === 'prompt' ? [item.text] : [])),
  );

it('gives two messages that were sent at once two turns, in order', async () => {
  bed.api.onPrompt('one', [text('first ', gate('mid'), 'answer')]);
  bed.api.onPrompt('two', [text('second answer')]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'one');
  await bed.api.reached('mid');
  say(channel, 'two');
  expect(channel.conversation.summary.queue.map(message => message.text)).toEqual(['two']);
  bed.api.open('mid');
  await watch.turns(2);
  expect(texts(channel)).toEqual([
    ['one', 'first answer'],
    ['two', 'second answer'],
  ]);
});

it('takes the images of a message to the model, also when it waits or is edited first', async () => {
  const image = { name: 'dot.png', mediaType: 'image/png' as const, data: dot };
  bed.api.onPrompt('busy', [text('so far ', gate('images'), 'and on')]);
  bed.api.onPrompt('what is this', [text('A dot.')]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'busy');
  await bed.api.reached('images');
  channel.messages.send({ text: 'what is that', images: [image] });
  const [waiting] = channel.conversation.summary.queue;
  const draft = channel.messages.edit(waiting?.id ?? ('' as never));
  expect(draft).toEqual({ text: 'what is that', images: [image] });
  channel.messages.send({ ...draft, text: 'what is this' });
  bed.api.open('images');
  await watch.turns(2);
  const [request] = bed.api.mainRequests('what is this');
  const blocks = request?.messages.flatMap(({ content }) => content);
  expect(blocks?.filter(block => block.type === 'image').map(block => block.source)).toEqual([
    { type: 'base64', media_type: 'image/png', data: dot },
  ]);
});

it('writes a file that was allowed, once, and tells what became of it', async () => {
  const file = join(bed.home.workspace, 'a.txt');
  bed.api.onPrompt('write', [
    toolUse('Write', { file_path: file, content: 'hello\n' }),
    text('Written.'),
  ]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'write');
  const prompt = await watch.prompt();
  expect(prompt).toMatchObject({ kind: 'permission', hasDiff: true });
  expect(channel.conversation.summary.agent.phase).toBe('waiting');
  await channel.answer(prompt.id, { kind: 'allowOnce' });
  await watch.turns(1);
  expect(await readFile(file, 'utf8')).toBe('hello\n');
  const tool = channel.conversation.turns[0]?.items.find(item => item.kind === 'tool');
  expect(tool).toMatchObject({
    call: { family: 'write', status: 'done' },
    files: [{ path: file, status: 'created', added: 1, removed: 0 }],
  });
});

it('stops in the middle of the stream and holds the queue until the person goes on', async () => {
  bed.api.onPrompt('long', [text('so far ', gate('never'), 'and on')]);
  bed.api.onPrompt('next', [text('next answer')]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'long');
  await bed.api.reached('never');
  say(channel, 'next');
  await channel.agent.stop();
  await watch.phase('idle');
  expect(channel.conversation.turns[0]?.outcome).toEqual({ kind: 'interrupted' });
  expect(channel.conversation.summary.queue).toHaveLength(1);
  const [waiting] = channel.conversation.summary.queue;
  channel.messages.sendNow(waiting?.id ?? ('' as never));
  await watch.turns(2);
  expect(texts(channel)[1]).toEqual(['next', 'next answer']);
});

it('sends a queued message in the mode that it was written in', async () => {
  const file = join(bed.home.workspace, 'queued.txt');
  bed.api.onPrompt('busy', [text('so far ', gate('modes'), 'and on')]);
  bed.api.onPrompt('write', [
    toolUse('Write', { file_path: file, content: 'queued\n' }),
    text('Written.'),
  ]);
  const { channel, watch } = await channelIn(await bed.open());
  const modeIs = (mode: string) =>
    watch.until(
      `the mode ${mode}`,
      ({ conversation }) => conversation.summary.settings.mode === mode,
    );
  say(channel, 'busy');
  await bed.api.reached('modes');
  await channel.settings.set({ mode: 'acceptEdits' });
  await modeIs('acceptEdits');
  say(channel, 'write');
  await channel.settings.set({ mode: 'default' });
  await modeIs('default');
  bed.api.open('modes');
  await watch.turns(2);
  expect(await readFile(file, 'utf8')).toBe('queued\n');
  expect(watch.events.filter(event => event.type === 'prompt.opened')).toEqual([]);
  expect(channel.conversation.summary.settings.mode).toBe('acceptEdits');
});

it('lets a message join the running turn where that is set', async () => {
  bed.api.onPrompt('long', [
    [text('so far ', gate('steered')), toolUse('Bash', { command: 'echo hi' })],
    [text('Done.')],
  ]);
  bed.api.onPrompt('by the way', () => [text('Done with both.')]);
  const { channel, watch } = await channelIn(
    await bed.open({ channelSettings: { whileWorking: 'steer' } }),
  );
  say(channel, 'long');
  await bed.api.reached('steered');
  say(channel, 'by the way');
  expect(channel.conversation.summary.queue).toEqual([]);
  await watch.until('the message in the conversation', ({ conversation }) =>
    conversation.open?.items.some(item => item.kind === 'prompt' && item.text === 'by the way'),
  );
  bed.api.open('steered');
  await watch.turns(1);
  expect(channel.conversation.turns).toHaveLength(1);
  const joined = bed.api
    .mainRequests()
    .at(-1)
    ?.messages.flatMap(({ content }) => content);
  expect(joined?.some(({ type }) => type === 'tool_result')).toBe(true);
  expect(JSON.stringify(joined)).toContain('by the way');
});

it('adds up what all processes of a conversation have cost', async () => {
  bed.api.onPrompt('one', [text('first answer')]);
  bed.api.onPrompt('two', [text('second answer')]);
  const { channel, watch } = await channelIn(await bed.open());
  const cost = () => channel.conversation.summary.usage.costUsd ?? 0;
  say(channel, 'one');
  await watch.turns(1);
  const first = cost();
  expect(first).toBeGreaterThan(0);
  const { pid } = (await recordOf(channel)).process ?? { pid: 0 };
  process.kill(pid, 'SIGKILL');
  await watch.phase('lost');
  say(channel, 'two');
  await watch.turns(2);
  const second = channel.conversation.turns[1]?.costUsd ?? 0;
  expect(second).toBeGreaterThan(0);
  expect(cost()).toBeCloseTo(first + second, 6);
});

it('offers to resume after the process was killed, and goes on in the same session', async () => {
  bed.api.onPrompt('long', [text('so far ', gate('never'), 'and on')]);
  bed.api.onPrompt('again', [text('here I am')]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'long');
  await bed.api.reached('never');
  const { pid } = (await recordOf(channel)).process ?? { pid: 0 };
  process.kill(pid, 'SIGKILL');
  await watch.phase('lost');
  expect(channel.conversation.turns[0]?.outcome?.kind).toBe('lost');
  expect(channel.conversation.summary.agent.actions).toContain('resume');
  const before = channel.conversation.summary.sessionId;
  say(channel, 'again');
  await watch.turns(2);
  expect(channel.conversation.summary.sessionId).toBe(before);
  expect(bed.api.mainRequests('again').at(-1)?.messages.length).toBeGreaterThan(1);
});

it('asks again after the window went away, and allowing it writes the file exactly once', async () => {
  const file = join(bed.home.workspace, 'b.txt');
  const write = toolUse('Write', { file_path: file, content: 'once\n' });
  bed.api.onPrompt('write', [write, text('Written.')]);
  bed.api.onPrompt(/Continue; the interrupted Write call is allowed/, [
    write,
    text('Now it is there.'),
  ]);
  const first = await bed.open();
  const { channel, watch } = await channelIn(first);
  say(channel, 'write');
  await watch.prompt();
  await untilStored(channel);
  first.dispose();

  const second = await bed.open();
  const again = await second.load(bed.home.workspace, channel.id);
  if (!again) {
    throw new Error('The conversation is not there any more');
  }
  const watchAgain = new ChannelWatch(again);
  const prompt = await watchAgain.prompt();
  expect(prompt.interrupted).toBe('reload');
  expect(texts(again)[0]).toContain('write');
  await again.answer(prompt.id, { kind: 'allowOnce' });
  await watchAgain.until('the file is written', ({ conversation }) =>
    conversation.turns.some(turn =>
      turn.items.some(item => item.kind === 'text' && item.text === 'Now it is there.'),
    ),
  );
  expect(await readFile(file, 'utf8')).toBe('once\n');
  expect(again.conversation.summary.waiting).toEqual([]);
});

it('puts the prompt back when the process died before it was stored', async () => {
  const registry = await bed.open();
  const { channel, watch } = await channelIn(registry);
  await channel.agent.warmUp();
  const { pid } = (await recordOf(channel)).process ?? { pid: 0 };
  process.kill(pid, 'SIGSTOP');
  const takenBack = new Promise<string>(resolve =>
    channel.messages.onTakenBack(draft => resolve(draft.text)),
  );
  say(channel, 'never read');
  await watch.phase('working');
  process.kill(pid, 'SIGKILL');
  expect(await takenBack).toBe('never read');
  expect(channel.snapshot().draft.text).toBe('never read');
});

it('answers a message that is sent as the agent dies, or gives it back with words', async () => {
  bed.api.onPrompt('one', [text('first answer')]);
  bed.api.onPrompt('two', [text('second answer')]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'one');
  await watch.turns(1);
  process.kill((await recordOf(channel)).process?.pid ?? 0, 'SIGKILL');
  say(channel, 'two');
  const draft = () => channel.snapshot().draft.text;
  const isAnswered = () => JSON.stringify(texts(channel)).includes('second answer');
  await watch.until('the message', () => isAnswered() || draft() !== '');
  if (!isAnswered()) {
    expect(draft()).toBe('two');
    channel.saveDraft({ text: '', images: [] });
    await watch.until('words', ({ conversation }) =>
      JSON.stringify(conversation).includes('in the composer again'),
    );
    await watch.until('the end', ({ conversation }) =>
      ['stopped', 'lost'].includes(conversation.summary.agent.phase),
    );
    say(channel, 'two');
    await watch.until('the answer', isAnswered);
  }
  expect(draft()).toBe('');
  expect(bed.api.mainRequests('two').length).toBe(1);
});

/** The CLI writes its store late; what it never wrote goes back into the composer, see below. */
async function untilStored(channel: Channel): Promise<void> {
  await channel.flush();
  const { sessionId } = channel.record;
  await vi.waitFor(
    async () => {
      const stored = await openStoredSession(sessionId, bed.home.workspace, bed.home.env);
      expect(stored?.tail.events.map(event => event.type)).toContain('tool.updated');
    },
    { timeout: 20_000 },
  );
}

async function recordOf(channel: Channel) {
  await channel.flush();
  return channel.record;
}

it('sends a message again that failed, long text, images and all', async () => {
  const image = { name: 'dot.png', mediaType: 'image/png' as const, data: dot };
  const long = `read this ${'word '.repeat(5_000)}to the end`;
  bed.api.onPrompt('read this', () =>
    bed.api.mainRequests('read this').length === 1 ? failure(401) : [text('I have read it.')],
  );
  const { channel, watch } = await channelIn(await bed.open());
  channel.messages.send({ text: long, images: [image] });
  await watch.turns(1);
  await channel.editLast();
  expect(channel.snapshot().draft).toEqual({ text: long, images: [image] });
  await channel.retry();
  await watch.turns(2);
  const again = bed.api
    .mainRequests('read this')
    .at(-1)
    ?.messages.findLast(m => m.role === 'user');
  // The CLI keeps the one that failed before it.
  expect(again?.content.filter(block => String(block.text).startsWith(long))).toHaveLength(2);
  expect(again?.content.filter(block => block.type === 'image')).toHaveLength(2);
});

it('restarts for a setting between turns, and loses neither the message nor the queue', async () => {
  bed.api.onPrompt('one', [text('first answer')]);
  bed.api.onPrompt('two', [text('second answer')]);
  const { channel, watch } = await channelIn(await bed.open());
  await channel.agent.warmUp();
  const before = (await recordOf(channel)).process?.pid;
  channel.agent.needRestart();
  say(channel, 'one');
  say(channel, 'two');
  await watch.turns(2);
  expect(texts(channel)).toEqual([
    ['one', 'first answer'],
    ['two', 'second answer'],
  ]);
  expect(channel.snapshot().draft.text).toBe('');
  expect((await recordOf(channel)).process?.pid).not.toBe(before);
});

it('sends what is written after Stop as soon as the turn has ended', async () => {
  bed.api.onPrompt('long', [text('so far ', gate('never'), 'and on')]);
  bed.api.onPrompt('rather this', [text('as you like')]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'long');
  await bed.api.reached('never');
  const stopped = channel.agent.stop();
  say(channel, 'rather this');
  await stopped;
  await watch.turns(2);
  expect(texts(channel)[1]).toEqual(['rather this', 'as you like']);
});

it('keeps a card that waits when the process dies, and goes on from its answer', async () => {
  const file = join(bed.home.workspace, 'crash.txt');
  const write = toolUse('Write', { file_path: file, content: 'after the crash\n' });
  bed.api.onPrompt('write', [write, text('Written.')]);
  bed.api.onPrompt(/Continue; the interrupted Write call is allowed/, [
    write,
    text('Now it is there.'),
  ]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'write');
  const asked = await watch.prompt();
  await untilStored(channel);
  process.kill((await recordOf(channel)).process?.pid ?? 0, 'SIGKILL');
  await watch.until('the card of before', ({ conversation }) =>
    conversation.summary.waiting.some(prompt => prompt.id === asked.id && prompt.interrupted),
  );
  await channel.answer(asked.id, { kind: 'allowOnce' });
  await watch.turns(2);
  expect(await readFile(file, 'utf8')).toBe('after the crash\n');
});

it('tells the answers to a question whose process died, and does not ask again', async () => {
  const options = ['Red', 'Blue'].map(label => ({ label, description: `All ${label}` }));
  const question = { question: 'Which colour?', header: 'Colour', multiSelect: false, options };
  const ask = toolUse('AskUserQuestion', { questions: [question] });
  bed.api.onPrompt('ask', [ask, text('I see.')]);
  bed.api.onPrompt(/AskUserQuestion call is answered:\nWhich colour\?: Blue$/, [
    ask,
    text('Blue it is.'),
  ]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'ask');
  const asked = await watch.prompt('question');
  await untilStored(channel);
  process.kill((await recordOf(channel)).process?.pid ?? 0, 'SIGKILL');
  await watch.until('the card of before', ({ conversation }) =>
    conversation.summary.waiting.some(prompt => prompt.id === asked.id && prompt.interrupted),
  );
  await channel.answer(asked.id, { kind: 'answers', answers: { 'Which colour?': 'Blue' } });
  await watch.turns(2);
  expect(texts(channel)[1]?.at(-1)).toBe('Blue it is.');
  expect(bed.api.mainRequests('is answered').at(-1)?.results).toMatchObject([
    { name: 'AskUserQuestion', isError: false, text: expect.stringContaining('Blue') },
  ]);
});

it('keeps the draft when something else than the composer sends', async () => {
  bed.api.onPrompt('one', [text('first answer')]);
  const { channel, watch } = await channelIn(await bed.open());
  channel.saveDraft({ text: 'half a thought', images: [] });
  say(channel, 'one');
  await watch.turns(1);
  expect(channel.snapshot().draft.text).toBe('half a thought');
});

it('ends the turn with a sentence when the API refuses', async () => {
  bed.api.onPrompt('fail', [failure(401)]);
  const { channel, watch } = await channelIn(await bed.open());
  say(channel, 'fail');
  await watch.turns(1);
  expect(channel.conversation.turns[0]?.outcome).toMatchObject({
    kind: 'error',
    reason: 'authentication',
  });
});
