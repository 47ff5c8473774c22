import { expect, test } from 'vitest';
import { ObjectLengths } from '../../../../../src/core/edits/workspace/objectLengths';

test('lengths are those of blobs, wherever the output is cut', () => {
  const output = Buffer.from(
    'blob 0\nblob 1234567\ntree 12\n0123 missing\nblob\nblob 4x\nblob -5\nblob 42\n',
  );
  const expected = [0, 1_234_567, -1, -1, -1, -1, -1, 42];
  for (let cut = 0; cut <= output.length; cut += 1) {
    const lengths = new ObjectLengths();
    lengths.push(output.subarray(0, cut));
    lengths.push(output.subarray(cut));
    expect(lengths.found).toEqual(expected);
  }
});
