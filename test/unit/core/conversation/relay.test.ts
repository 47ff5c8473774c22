import { expect, it } from 'vitest';
import type { MoreText } from '../../../../src/contract/calls';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ToolCallId } from '../../../../src/contract/ids';
import type { ChannelPage } from '../../../../src/core/conversation/relay';
import { Relay } from '../../../../src/core/conversation/relay';
import { FakeClock } from '../../node/fakeClock';

type Posted = Parameters<ChannelPage['post']>[0];

function setUp() {
  const clock = new FakeClock();
  const relay = new Relay(7, clock);
  const posted: Posted[] = [];
  relay.attach({ post: message => posted.push(message) });
  return { clock, relay, posted };
}

const delta = (blockId: string, text: string): ConversationEvent => ({
  type: 'block.delta',
  blockId,
  text,
});
const ended: ConversationEvent = { type: 'turn.ended', at: 1, outcome: { kind: 'completed' } };

it('merges the deltas of one frame into one message', async () => {
  const { clock, relay, posted } = setUp();
  relay.push([delta('a', 'one '), delta('a', 'two ')]);
  expect(posted).toEqual([{ epoch: 7, seq: 1, events: [delta('a', 'one two ')], done: false }]);
  relay.push([delta('a', 'three ')]);
  await clock.advance(15);
  relay.push([delta('a', 'four')]);
  expect(posted).toHaveLength(1);
  await clock.advance(1);
  expect(posted.at(-1)).toEqual({
    ...{ epoch: 7, seq: 2, events: [delta('a', 'three four')], done: false },
  });
});

it('keeps the event order and posts at once when another event follows', () => {
  const { relay, posted } = setUp();
  relay.push([delta('a', 'w')]);
  relay.push([delta('a', 'x')]);
  relay.push([ended, delta('b', 'y')]);
  expect(posted.map(message => message.events)).toEqual([
    [delta('a', 'w')],
    [delta('a', 'x'), ended, delta('b', 'y')],
  ]);
  expect(posted.map(({ done }) => done)).toEqual([false, true]);
});

it('numbers messages without gaps and splits those larger than 256 KB', () => {
  const { relay, posted } = setUp();
  const large = (blockId: string) => ({
    type: 'block.ended' as const,
    blockId,
    text: 'x'.repeat(200_000),
  });
  relay.push([large('a'), large('b'), ended]);
  expect(posted.map(message => message.seq)).toEqual([1, 2]);
  expect(posted.flatMap(message => message.events)).toHaveLength(3);
  expect(relay.settle().seq).toBe(2);
});

it('posts nothing to a detached page', async () => {
  const { clock, relay } = setUp();
  const posted: Posted[] = [];
  const attached = relay.attach({ post: message => posted.push(message) });
  attached.dispose();
  relay.push([ended]);
  await clock.advance(100);
  expect(posted).toEqual([]);
});

const started = (blockId: string): ConversationEvent => ({
  ...{ type: 'block.started', blockId, source: 'm', kind: 'text', at: 1 },
});

it('posts the first text of a block and after a pause at once, and other text once a frame', async () => {
  const { clock, relay, posted } = setUp();
  relay.push([started('a')]);
  relay.push([delta('a', 'one')]);
  expect(posted.at(-1)?.events).toEqual([delta('a', 'one')]);
  relay.push([delta('a', ' two')]);
  await clock.advance(15);
  expect(posted).toHaveLength(2);
  await clock.advance(1);
  expect(posted.at(-1)?.events).toEqual([delta('a', ' two')]);
  // The next block, right after text of the one before.
  relay.push([started('b')]);
  relay.push([delta('b', 'three')]);
  expect(posted.at(-1)?.events).toEqual([delta('b', 'three')]);
  await clock.advance(20);
  relay.push([delta('b', ' four')]);
  expect(posted.at(-1)?.events).toEqual([delta('b', ' four')]);
});

it('posts text that streams steadily in every other frame, until it pauses', async () => {
  const { clock, relay, posted } = setUp();
  const stream = async (ms: number) => {
    const before = posted.length;
    for (let time = 0; time < ms; time += 1) {
      relay.push([delta('a', 'x')]);
      await clock.advance(1);
    }
    return posted.length - before;
  };
  expect(await stream(160)).toBe(11);
  expect(await stream(330)).toBe(10);
  await clock.advance(100);
  expect(await stream(160)).toBe(11);
  relay.push([started('b')]);
  expect(await stream(160)).toBe(11);
});

it('posts the text after one that came with the start of a block in the next frame, though text was steady', async () => {
  const { clock, relay, posted } = setUp();
  for (let time = 0; time < 400; time += 1) {
    relay.push([delta('a', 'x')]);
    await clock.advance(1);
  }
  relay.push([started('b'), delta('b', 'one')]);
  relay.push([delta('b', ' two')]);
  await clock.advance(16);
  expect(posted.at(-1)?.events).toEqual([delta('b', ' two')]);
});

it('waits one frame at most after the clock was set back', async () => {
  const { clock, relay, posted } = setUp();
  await clock.advance(1_000);
  relay.push([delta('a', 'one')]);
  clock.advance(-900);
  relay.push([delta('a', ' two')]);
  await clock.advance(16);
  expect(posted.at(-1)?.events).toEqual([delta('a', ' two')]);
});

it('posts what came together with the start of a block at once, and the next once a frame', async () => {
  const { clock, relay, posted } = setUp();
  relay.push([started('a'), delta('a', 'one')]);
  expect(posted).toHaveLength(1);
  relay.push([delta('a', ' two')]);
  await clock.advance(15);
  expect(posted).toHaveLength(1);
  await clock.advance(1);
  expect(posted).toHaveLength(2);
});

function setUpShort() {
  const { clock, relay, posted } = setUp();
  const short: (MoreText | number)[] = [];
  const page: ChannelPage = {
    post: message => short.push(message.seq),
    more: text => short.push(text),
  };
  relay.attach(page);
  const stream = async (event: ConversationEvent) => {
    relay.push([event]);
    await clock.advance(16);
  };
  return { relay, posted, short, page, stream };
}

it('posts text that continues the last delta in a short form, to pages that take it', async () => {
  const { posted, short, stream } = setUpShort();
  const argument = (text: string): ConversationEvent => ({
    ...{ type: 'tool.delta', toolId: 't' as ToolCallId, argument: 'command', text },
  });
  for (const event of [delta('a', '1'), delta('a', '2'), delta('a', '3')]) await stream(event);
  for (const event of [argument('4'), argument('5'), delta('a', '6')]) await stream(event);
  expect(short).toEqual([1, [2, '2'], [3, '3'], 4, [5, '5'], 6]);
  expect(posted.map(({ events }) => events[0])).toEqual([
    ...[delta('a', '1'), delta('a', '2'), delta('a', '3')],
    ...[argument('4'), argument('5'), delta('a', '6')],
  ]);
});

it('posts the long form where a page may not know what is continued', async () => {
  const { relay, short, page, stream } = setUpShort();
  await stream(delta('a', '1'));
  expect(relay.settle().seq).toBe(1);
  await stream(delta('a', '2'));
  relay.attach({ ...page });
  await stream(delta('a', '3'));
  relay.push([ended]);
  await stream(delta('a', '4'));
  relay.announce();
  await stream(delta('a', '5'));
  relay.restart();
  await stream(delta('a', '6'));
  expect(short.filter(one => typeof one !== 'number')).toEqual([]);
});
