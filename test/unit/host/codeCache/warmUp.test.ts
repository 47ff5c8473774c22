import { expect, it } from 'vitest';
import { warmUp } from '../../../../src/host/codeCache/warmUp';
import { FakeClock } from '../../node/fakeClock';

function bed({ busy = [0], isOwn = () => true }: { busy?: number[]; isOwn?: () => boolean } = {}) {
  const clock = new FakeClock();
  let loads = 0;
  const rest = [...busy];
  const load = async () => {
    loads += 1;
    throw new Error('It cannot be loaded');
  };
  const warming = warmUp({ isOwn }, load, clock, () => () => rest.shift() ?? 1);
  const wait = (times: number) => {
    for (let time = 0; time < times; time += 1) clock.advance(3_000);
    return loads;
  };
  return { clock, wait, warming };
}

it('loads once when the thread is idle for the first time', () => {
  const { wait, clock } = bed({ busy: [0.9, 0.5, 0.05, 0] });
  expect(wait(3)).toBe(0);
  expect(wait(1)).toBe(1);
  expect(wait(30)).toBe(1);
  expect(clock.waiting).toEqual([]);
});

it('gives up on a thread that is never idle', () => {
  const { wait, clock } = bed({ busy: [] });
  expect(wait(30)).toBe(0);
  expect(clock.waiting).toEqual([]);
});

it.each([
  ['folder', () => false],
  [
    'cache',
    () => {
      throw new Error('ENOENT');
    },
  ],
])('loads nothing where no window has kept anything in a %s of its own', (_, isOwn) => {
  const { wait, clock } = bed({ isOwn });
  expect(wait(5)).toBe(0);
  expect(clock.waiting).toEqual([]);
});

it('ends with its window', () => {
  const first = bed();
  first.warming.dispose();
  expect(first.wait(5)).toBe(0);
  const second = bed();
  second.wait(1);
  second.warming.dispose();
  expect(second.wait(5)).toBe(0);
});
