import { expect, it } from 'vitest';
import type { BlobId } from '../../../../../src/contract/ids';
import { describeChange } from '../../../../../src/core/edits/tracking/describeChange';
import type { Snapshot } from '../../../../../src/core/edits/tracking/snapshots';

const absent: Snapshot = { kind: 'absent' };

function kept(text: string, encoding: BufferEncoding = 'utf8'): Snapshot {
  return {
    kind: 'kept',
    content: { ref: `ref of ${JSON.stringify(text)}` as BlobId },
    bytes: Buffer.from(text, encoding),
  };
}

it.each([
  ['created', absent, kept(''), 'The file is empty.'],
  ['deleted', kept(''), absent, 'The file is empty.'],
  ['updated', kept('one\n'), kept('one\r\n'), 'Only line ends or the byte order mark changed.'],
  ['updated', kept('one\n'), kept('\0'), 'It is not a text file.'],
  ['updated', kept('\xff\x01\n', 'latin1'), kept('\xfe\n', 'latin1'), 'It is not a text file.'],
] as const)('explains why a "%s" file has no lines to show', (status, before, after, detail) => {
  expect(describeChange(before, after)).toMatchObject({ status, added: 0, removed: 0, detail });
});

it('counts added and removed lines', () => {
  expect(describeChange(kept('one\n'), kept('one\ntwo\n'))).toMatchObject({ added: 1, removed: 0 });
  expect(describeChange(absent, kept('one\n')).detail).toBeUndefined();
});

it('counts the lines of a text in another code page as the review does', () => {
  const [before, after] = [kept('gr\xfcn\n', 'latin1'), kept('gr\xfcn\nrot\nblau\n', 'latin1')];
  const change = describeChange(before, after);
  expect(change).toMatchObject({ added: 2, removed: 0, detail: expect.stringContaining('UTF-8') });
  expect(change).not.toHaveProperty('hunks');
});
