import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { GrowingIndex } from '../../../../../src/core/edits/workspace/growingIndex';
import { headLength } from '../../../../../src/node/git/indexEntries';

test('entries that follow one another are as in the source, even in many megabytes', () => {
  const source = randomBytes(3_000_000);
  source.write('DIRC', 0, 'latin1');
  const index = new GrowingIndex(source);
  const length = 72;
  const count = Math.floor((source.length - headLength) / length);
  const left = 30_000;
  const places = Array.from({ length: count }, (_, entry) => headLength + entry * length);
  for (const [entry, at] of places.entries()) {
    if (entry !== left) {
      index.keep(at, at + length);
    }
  }
  const written = index.finish();
  const cut = headLength + left * length;
  const end = headLength + count * length;
  const expected = Buffer.concat([
    source.subarray(headLength, cut),
    source.subarray(cut + length, end),
  ]);
  expect(written.subarray(headLength).equals(expected)).toBe(true);
  expect(written.readUInt32BE(8)).toBe(count - 1);
  expect(index.entries).toEqual(places.slice(0, -1));
});
