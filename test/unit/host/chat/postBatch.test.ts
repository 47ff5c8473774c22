import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PostBatch } from '../../../../src/host/chat/postBatch';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] });
});

afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const posted: unknown[] = [];
  return { posted, posts: new PostBatch(message => posted.push(message)) };
}

it('posts the messages of five milliseconds together, in their order', () => {
  const { posted, posts } = setUp();
  posts.add('one');
  vi.advanceTimersByTime(4);
  posts.add('two');
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(posted).toEqual([{ batch: ['one', 'two'] }]);
  posts.add('three');
  vi.advanceTimersByTime(5);
  expect(posted.at(-1)).toBe('three');
});

it('posts what waits at the end of the turn when there is streamed text', () => {
  const { posted, posts } = setUp();
  posts.add('one');
  posts.add([2, 'text']);
  posts.hurry();
  posts.add('three');
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(posted).toEqual([{ batch: ['one', [2, 'text'], 'three'] }]);
  vi.advanceTimersByTime(100);
  expect(posted).toHaveLength(1);
});

it('posts a large message alone, after those before it', () => {
  const { posted, posts } = setUp();
  const large = 'x'.repeat(16 * 1024);
  posts.add('one');
  posts.add('two');
  posts.add(large);
  posts.add('three');
  expect(posted).toEqual([{ batch: ['one', 'two'] }, large]);
  vi.advanceTimersByTime(5);
  expect(posted.at(-1)).toBe('three');
});

it('posts a flood in batches of 64', () => {
  const { posted, posts } = setUp();
  for (let index = 0; index < 200; index += 1) posts.add(index);
  vi.advanceTimersByTime(5);
  const batches = posted as { batch: number[] }[];
  expect(batches.map(({ batch }) => batch.length)).toEqual([64, 64, 64, 8]);
  expect(batches.flatMap(({ batch }) => batch)).toEqual(Array.from({ length: 200 }, (_, i) => i));
});

it('posts nothing to a page that was hidden or closed meanwhile', () => {
  const { posted, posts } = setUp();
  posts.add('one');
  posts.hurry();
  posts.clear();
  vi.advanceTimersByTime(100);
  posts.add('two');
  posts.dispose();
  vi.advanceTimersByTime(100);
  expect(posted).toEqual([]);
});
