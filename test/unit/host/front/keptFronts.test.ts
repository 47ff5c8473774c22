import { expect, it } from 'vitest';
import type { ChannelId } from '../../../../src/contract/ids';
import { KeptFronts } from '../../../../src/host/front/keptFronts';

const one = 'one' as ChannelId;
const other = 'other' as ChannelId;
const front = (text: string) => ({
  block: { kind: 'selection' as const, title: 'A', text },
  place: undefined,
});

it('keeps the last ones of each conversation', () => {
  const kept = new KeptFronts<undefined>();
  for (let count = 1; count <= 201; count += 1) kept.keep(one, `id-${count}`, front('x'));
  expect(kept.get(one, 'id-1')).toBeUndefined();
  expect(kept.get(one, 'id-2')?.block).toMatchObject({ text: 'x' });
  expect(kept.get(other, 'id-2')).toBeUndefined();
});

it('keeps texts of a limited size, and always the newest', () => {
  const kept = new KeptFronts<undefined>();
  kept.keep(one, 'small', front('x'));
  kept.keep(one, 'huge', front('x'.repeat(5_000_000)));
  expect(kept.get(one, 'small')).toBeUndefined();
  expect(kept.get(one, 'huge')).toBeDefined();
  kept.keep(one, 'huge', front('x'));
  kept.keep(one, 'next', front('x'));
  expect(kept.get(one, 'huge')).toBeDefined();
});
