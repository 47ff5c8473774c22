import { expect, it } from 'vitest';
import type { ConversationEvent } from '../../../src/contract/events';
import type { ToolCallId } from '../../../src/contract/ids';
import { EventBatch } from '../../../src/protocol/eventBatch';
import { FakeClock } from '../node/fakeClock';

function setUp() {
  const clock = new FakeClock();
  const delivered: ConversationEvent[][] = [];
  const batch = new EventBatch(clock, events => delivered.push([...events]));
  return { clock, delivered, batch };
}

const delta = (text: string, blockId = 'a'): ConversationEvent => ({
  ...{ type: 'block.delta', blockId, text },
});
const started: ConversationEvent = {
  type: 'block.started',
  blockId: 'a',
  kind: 'text',
  source: 'm',
  at: 1,
};
const ended: ConversationEvent = { type: 'block.ended', blockId: 'a' };
const chunk = () => Promise.resolve();

it('delivers the events of a chunk together', async () => {
  const { batch, delivered } = setUp();
  batch.add([started]);
  batch.add([]);
  batch.add([delta('one ')]);
  batch.add([delta('two')]);
  expect(delivered).toEqual([]);
  await chunk();
  expect(delivered).toEqual([[started, delta('one two')]]);
});

it('gathers text that continues the last delivery for 8 ms', async () => {
  const { clock, batch, delivered } = setUp();
  batch.add([started]);
  await chunk();
  // The first text of a block is not a continuation.
  batch.add([delta('one ')]);
  await chunk();
  expect(delivered).toEqual([[started], [delta('one ')]]);
  batch.add([delta('two ')]);
  await chunk();
  clock.advance(5);
  batch.add([delta('three ')]);
  await chunk();
  expect(delivered).toHaveLength(2);
  expect(clock.waiting).toEqual([3]);
  clock.advance(3);
  expect(delivered.at(-1)).toEqual([delta('two three ')]);
  expect(clock.waiting).toEqual([]);
});

it('delivers text after a pause at once', async () => {
  const { clock, batch, delivered } = setUp();
  batch.add([delta('one ')]);
  await chunk();
  clock.advance(8);
  batch.add([delta('two')]);
  await chunk();
  expect(delivered).toEqual([[delta('one ')], [delta('two')]]);
});

it('does not let other events wait, nor text of another block', async () => {
  const { clock, batch, delivered } = setUp();
  batch.add([delta('one ')]);
  await chunk();
  batch.add([delta('two')]);
  await chunk();
  batch.add([delta('other', 'b')]);
  await chunk();
  expect(delivered.slice(1)).toEqual([[delta('two'), delta('other', 'b')]]);
  batch.add([delta(' more', 'b')]);
  await chunk();
  batch.add([ended]);
  await chunk();
  expect(delivered.slice(2)).toEqual([[delta(' more', 'b'), ended]]);
  expect(clock.waiting).toEqual([]);
});

it('delivers what it gathers when it is flushed, once', async () => {
  const { clock, batch, delivered } = setUp();
  batch.add([delta('one ')]);
  await chunk();
  batch.add([delta('two')]);
  await chunk();
  batch.flush();
  expect(delivered.slice(1)).toEqual([[delta('two')]]);
  clock.advance(8);
  await chunk();
  expect(delivered).toHaveLength(2);
});

it('lets no text wait longer when the clock is set back', async () => {
  const { clock, batch, delivered } = setUp();
  clock.advance(60_000);
  batch.add([delta('one ')]);
  await chunk();
  clock.advance(-30_000);
  batch.add([delta('two')]);
  await chunk();
  expect(delivered).toHaveLength(2);
});

it('does not merge input of different arguments', async () => {
  const { batch, delivered } = setUp();
  const input = (argument: string, text: string) =>
    ({ type: 'tool.delta', toolId: 't' as ToolCallId, argument, text }) as const;
  batch.add([input('command', 'a'), input('command', 'b'), input('description', 'c')]);
  await chunk();
  expect(delivered).toEqual([[input('command', 'ab'), input('description', 'c')]]);
});
