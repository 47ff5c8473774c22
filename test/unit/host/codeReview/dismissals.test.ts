import { expect, test } from 'vitest';
import { Dismissals } from '../../../../src/host/codeReview/dismissals';

function memory(stored?: unknown) {
  const values = new Map<string, unknown>([['review.dismissed', stored]]);
  return {
    get: <T>(key: string) => values.get(key) as T,
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
}
const finding = (title: string) => ({ file: 'a.ts', title });

test('a dismissed finding is kept with its newest reason until it is taken back', async () => {
  const kept = memory();
  let now = 0;
  const dismissals = new Dismissals(kept, () => ++now);
  await dismissals.add(finding('One'), 'first reason');
  await dismissals.add(finding('Two'), ' intended ');
  await dismissals.add(finding('One'), 'better reason');
  const next = new Dismissals(kept, () => 0).all;
  expect(next).toEqual([
    { ...finding('Two'), reason: 'intended', at: 2 },
    { ...finding('One'), reason: 'better reason', at: 3 },
  ]);
  await dismissals.remove(next.slice(0, 1));
  expect(dismissals.all.map(({ title }) => title)).toEqual(['One']);
});

test('the number and the length of reasons are bounded, and other values are ignored', async () => {
  const dismissals = new Dismissals(memory([{ file: 7 }]), () => 0);
  expect(dismissals.all).toEqual([]);
  for (let index = 0; index < 120; index += 1) {
    await dismissals.add(finding(String(index)), 'x'.repeat(9_999));
  }
  expect(dismissals.all).toHaveLength(100);
  expect(dismissals.all[0]?.title).toBe('20');
  expect(dismissals.all[0]?.reason).toHaveLength(500);
});
