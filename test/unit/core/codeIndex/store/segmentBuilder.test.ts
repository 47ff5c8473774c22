import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Segment } from '../../../../../src/core/codeIndex/store/segment';
import { SegmentBuilder } from '../../../../../src/core/codeIndex/store/segmentBuilder';

const file = (path: string) => ({ path, time: 1.5, size: 20, length: 3 });

function postings(segment: Segment): [number, string, number][] {
  const found: [number, string, number][] = [];
  segment.each((term, at, weight) => found.push([term, segment.file(at).path, weight]));
  return found;
}

it('returns the files of a term, whatever was added', () => {
  const terms = fc.dictionary(
    fc.nat(0xffff_ffff).map(String),
    fc.integer({ min: 1, max: 255 }).map(step => step / 2),
    { maxKeys: 20 },
  );
  fc.assert(
    fc.property(fc.array(terms, { maxLength: 200 }), all => {
      const builder = new SegmentBuilder();
      for (const [at, weights] of all.entries()) {
        builder.add(
          file(`f${at}`),
          new Map(Object.entries(weights).map(([t, w]) => [Number(t), w])),
        );
      }
      const segment = builder.build();
      for (const term of new Set(all.flatMap(Object.keys))) {
        const expected = all.flatMap((weights, at) =>
          term in weights ? [[at, weights[term]]] : [],
        );
        const found: number[][] = [];
        segment.find(Number(term), (at, weight) => found.push([at, weight]));
        expect(found).toEqual(expected);
      }
    }),
    { numRuns: 50 },
  );
});

it('finds files that lie far apart', () => {
  const builder = new SegmentBuilder();
  for (let at = 0; at < 5_000; at += 1) {
    builder.add(file(`f${at}`), new Map(at === 0 || at === 200 || at === 4_999 ? [[7, 1]] : []));
  }
  const found: number[] = [];
  builder.build().find(7, at => found.push(at));
  expect(found).toEqual([0, 200, 4_999]);
});

it('takes over the live files of other segments', () => {
  const one = new SegmentBuilder();
  one.add(file('a'), new Map([[7, 2]]));
  one.add(
    file('b'),
    new Map([
      [7, 3],
      [9, 1],
    ]),
  );
  const segment = one.build();
  segment.remove(0);
  const two = new SegmentBuilder();
  two.add(file('c'), new Map([[8, 500]]));
  two.addAll([segment]);
  // A byte holds up to 127.5.
  expect(postings(two.build())).toEqual([
    [7, 'b', 3],
    [8, 'c', 127.5],
    [9, 'b', 1],
  ]);
});
