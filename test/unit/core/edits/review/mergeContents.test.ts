import { describe, expect, test } from 'vitest';
import { mergeContents, mergeTakingOurs } from '../../../../../src/core/edits/review/mergeContents';

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const merge = (base?: string, ours?: string, theirs?: string) => {
  const merged = mergeContents({ base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });
  return merged.kind === 'clean' ? merged.bytes && Buffer.from(merged.bytes).toString() : merged;
};
const conflict = { kind: 'conflict' };
const none = undefined;

describe('applying a change to a file', () => {
  test.each([
    ['in the state before the change', '1\n', '1\n', '2\n', '2\n'],
    ['in the state after the change', '1\n', '2\n', '2\n', '2\n'],
    ['when the change is empty', '1\n', '3\n', '1\n', '3\n'],
    ['edited in other lines', '1\n2\n3\n', 'A\n2\n3\n', '1\n2\nC\n', 'A\n2\nC\n'],
    ['edited in the same line', '1\n', '2\n', '3\n', conflict],
    ['that lost its final newline', '1\n2\n3\n', '1\n2\n3', 'A\n2\n3\n', 'A\n2\n3'],
    ['with mixed line endings', '1\r\n2\r\n', '1\r\n2\r\n3\n', 'A\r\n2\r\n', 'A\r\n2\r\n3\n'],
    ['already deleted, when the change deletes it', '1\n', none, none, none],
    ['still unchanged, when the change deletes it', '1\n', '1\n', none, none],
    ['edited since, when the change deletes it', '1\n', '2\n', none, conflict],
    ['already deleted, when the change edits it', '1\n', none, '2\n', conflict],
    ['created with different content on both sides', none, '1\n', '2\n', conflict],
    ['created with the same content on both sides', none, '1\n', '1\n', '1\n'],
    ['that is empty', '', '', '1\n', '1\n'],
    ['that is binary', '\0a\n', '\0a\nb\n', '\0\n', conflict],
  ])('%s', (_, base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs)).toEqual(expected);
  });

  test('preserves bytes that are not valid UTF-8', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const merged = mergeContents({
      base: latin('grün\nx\ny\n'),
      ours: latin('grün\nx\nblüht\n'),
      theirs: latin('GRÜN\nx\ny\n'),
    });
    expect(merged).toEqual({ kind: 'clean', bytes: latin('GRÜN\nx\nblüht\n') });
  });

  test('preserves the byte order mark of UTF-16', () => {
    const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
    const merged = mergeContents({
      base: wide('1\n2\n3\n'),
      ours: wide('1\n2\nC\n'),
      theirs: wide('A\n2\n3\n'),
    });
    expect(merged).toEqual({ kind: 'clean', bytes: wide('A\n2\nC\n') });
  });
});

describe('merging in favor of our lines', () => {
  const taking = (base?: string, ours?: string, theirs?: string) =>
    mergeTakingOurs({ base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });

  test('keeps ours in conflicts and takes theirs elsewhere', () => {
    expect(taking('1\n2\n3\n', 'x\n2\n3\n', 'y\n2\nC\n')).toEqual(bytes('x\n2\nC\n'));
  });

  test.each([
    ['binary', '\0a', '\0b', '\0c', '\0b'],
    ['deleted', '1\n', none, '2\n', none],
    ['created on both sides', none, '1\n', '2\n', '1\n'],
  ])('keeps our whole file when it is %s', (_, base, ours, theirs, expected) => {
    expect(taking(base, ours, theirs)).toEqual(bytes(expected));
  });
});
