import { expect, it } from 'vitest';
import {
  isOver,
  limitsOfReloads,
  limitsOfTurns,
  lineOf,
  type Reading,
  risesOf,
} from '../../../support/soak/reading';

const level: Reading = {
  ...{ hostHeap: 50, hostRss: 200, hostFiles: 30, hostTimers: 9, hostListeners: 12 },
  ...{ pageHeap: 60, nodes: 5_000, pageListeners: 900 },
  ...{ serverRss: 90, serverFiles: 40, processes: 6, agents: 1 },
};
const grown = (name: keyof Reading, values: readonly number[]): Reading[] =>
  values.map(by => ({ ...level, [name]: level[name] + by }));
const over = (readings: readonly Reading[]) =>
  risesOf(readings, limitsOfTurns)
    .filter(isOver)
    .map(({ name }) => name);

it('accepts readings that stay level', () => {
  expect(over([level, level, level])).toEqual([]);
  expect(risesOf([level, level, level], limitsOfReloads)).toHaveLength(12);
});

it.each(Object.keys(level) as (keyof Reading)[])('notices that %s rises', name => {
  const step = limitsOfTurns[name] + 1;
  expect(over(grown(name, [0, 0, 0, step, step, step]))).toEqual([name]);
});

it('is not disturbed by one high reading, nor by a fall', () => {
  expect(over(grown('hostRss', [0, 0, 0, 0, 0, 0, 0, 900, 0]))).toEqual([]);
  expect(over(grown('hostHeap', [20, 20, 20, 0, 0, 0]))).toEqual([]);
});

it('refuses to judge two readings', () => {
  expect(() => risesOf([level, level], limitsOfTurns)).toThrow('2 readings show no trend');
});

it('prints what rose, by how much, and from where to where', () => {
  const [heap] = risesOf(grown('hostHeap', [0, 1, 9]), limitsOfTurns);
  expect(heap && lineOf(heap)).toBe('OVER hostHeap: rises by 9.0 MB (limit 3)  50.0 → 59.0');
  const files = risesOf(grown('hostFiles', [0, 1, 1]), limitsOfTurns)[2];
  expect(files && lineOf(files)).toBe('ok   hostFiles: rises by 1 (limit 2)  30 → 31');
});
