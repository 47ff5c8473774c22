import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openStoredSession } from '../../src/cli/sessions/openSession';
import type { Channel } from '../../src/core/conversation/channel';
import type { ChannelRegistry } from '../../src/core/registry/channelRegistry';
import { text, toolUse } from '../support/api/reply';
import { ChannelWatch, underOurs } from '../support/channels/channelBed';
import { testInFull } from '../support/inFull';
import { useChannelBeds } from './support/channelBeds';

const bed = useChannelBeds();

async function channelIn(registry: ChannelRegistry) {
  const channel = await registry.create(bed.home.workspace);
  return { channel, watch: new ChannelWatch(channel) };
}

const say = (channel: Channel, words: string) => channel.messages.send({ text: words, images: [] });

const texts = (channel: Channel) =>
  channel.conversation.turns.map(turn =>
    turn.items.flatMap(item => (item.kind === 'text' || item.kind === 'prompt' ? [item.text] : [])),
  );

/** Waits for the CLI's delayed write to its store; see below for messages that it never wrote. */
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

it('restores a permission prompt after a reload and writes the allowed file exactly once', async () => {
  const file = join(bed.home.workspace, 'b.txt');
  const write = toolUse('Write', { file_path: file, content: 'once\n' });
  bed.api.onPrompt('write', [write, text('Written.')]);
  bed.api.onPrompt(/Continue; the interrupted Write call is allowed/, [
    write,
    text('Now it is there.'),
  ]);
  const first = await bed.open({ version: underOurs });
  const { channel, watch } = await channelIn(first);
  say(channel, 'write');
  await watch.prompt();
  await untilStored(channel);
  first.dispose();

  const second = await bed.open({ version: underOurs });
  const again = await second.load(bed.home.workspace, channel.id);
  if (!again) {
    throw new Error('The conversation is not there any more');
  }
  const watchAgain = new ChannelWatch(again);
  const prompt = await watchAgain.prompt();
  expect(prompt).toMatchObject({ interrupted: 'reload' });
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

it('keeps a pending permission card when the process dies, and continues from the answer', async () => {
  const file = join(bed.home.workspace, 'crash.txt');
  const write = toolUse('Write', { file_path: file, content: 'after the crash\n' });
  bed.api.onPrompt('write', [write, text('Written.')]);
  bed.api.onPrompt(/Continue; the interrupted Write call is allowed/, [
    write,
    text('Now it is there.'),
  ]);
  const { channel, watch } = await channelIn(await bed.open({ version: underOurs }));
  say(channel, 'write');
  const asked = await watch.prompt();
  await untilStored(channel);
  process.kill((await recordOf(channel)).process?.pid ?? 0, 'SIGKILL');
  await watch.until('the card of before', ({ conversation }) =>
    conversation.summary.waiting.some(prompt => prompt.id === asked.id && 'interrupted' in prompt),
  );
  await channel.answer(asked.id, { kind: 'allowOnce' });
  await watch.turns(2);
  expect(await readFile(file, 'utf8')).toBe('after the crash\n');
});

testInFull(
  'passes on the answers to a question whose process died, without asking again',
  async () => {
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
      conversation.summary.waiting.some(
        prompt => prompt.id === asked.id && 'interrupted' in prompt,
      ),
    );
    await channel.answer(asked.id, { kind: 'answers', answers: { 'Which colour?': 'Blue' } });
    await watch.turns(2);
    expect(texts(channel)[1]?.at(-1)).toBe('Blue it is.');
    expect(bed.api.mainRequests('is answered').at(-1)?.results).toMatchObject([
      { name: 'AskUserQuestion', isError: false, text: expect.stringContaining('Blue') },
    ]);
  },
);
