import { describe, expect, test } from 'vitest';
import { mergeContents, mergeTakingOurs } from '../../../../../src/core/edits/review/mergeContents';

const bytes = (text: string | undefined) => (text === undefined ? undefined : Buffer.from(text));
const merge = (base?: string, ours?: string, theirs?: string) => {
  const merged = mergeContents({ base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });
  return merged.kind === 'clean' ? merged.bytes && Buffer.from(merged.bytes).toString() : merged;
};
const conflict = { kind: 'conflict' };
const none = undefined;

describe('what a change makes of a file', () => {
  test.each([
    ['that is as the change found it', '1\n', '1\n', '2\n', '2\n'],
    ['that is as the change left it', '1\n', '2\n', '2\n', '2\n'],
    ['by a change that is none', '1\n', '3\n', '1\n', '3\n'],
    ['that was changed elsewhere', '1\n2\n3\n', 'A\n2\n3\n', '1\n2\nC\n', 'A\n2\nC\n'],
    ['that was changed in the same line', '1\n', '2\n', '3\n', conflict],
    ['that has lost its last line end', '1\n2\n3\n', '1\n2\n3', 'A\n2\n3\n', 'A\n2\n3'],
    ['with other line ends', '1\r\n2\r\n', '1\r\n2\r\n3\n', 'A\r\n2\r\n', 'A\r\n2\r\n3\n'],
    ['that is gone, by removing it', '1\n', none, none, none],
    ['that is there, by removing it', '1\n', '1\n', none, none],
    ['that was changed, by removing it', '1\n', '2\n', none, conflict],
    ['that is gone, by changing it', '1\n', none, '2\n', conflict],
    ['that was made as well', none, '1\n', '2\n', conflict],
    ['that was made the same', none, '1\n', '1\n', '1\n'],
    ['that is empty', '', '', '1\n', '1\n'],
    ['that is no text', '\0a\n', '\0a\nb\n', '\0\n', conflict],
  ])('%s', (_, base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs)).toEqual(expected);
  });

  test('in bytes that are no UTF-8 keeps each', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1');
    const merged = mergeContents({
      base: latin('grün\nx\ny\n'),
      ours: latin('grün\nx\nblüht\n'),
      theirs: latin('GRÜN\nx\ny\n'),
    });
    expect(merged).toEqual({ kind: 'clean', bytes: latin('GRÜN\nx\nblüht\n') });
  });

  test('in UTF-16 keeps its mark', () => {
    const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
    const merged = mergeContents({
      base: wide('1\n2\n3\n'),
      ours: wide('1\n2\nC\n'),
      theirs: wide('A\n2\n3\n'),
    });
    expect(merged).toEqual({ kind: 'clean', bytes: wide('A\n2\nC\n') });
  });
});

describe('our lines win', () => {
  const taking = (base?: string, ours?: string, theirs?: string) =>
    mergeTakingOurs({ base: bytes(base), ours: bytes(ours), theirs: bytes(theirs) });

  test('where both changed the same, and theirs are taken elsewhere', () => {
    expect(taking('1\n2\n3\n', 'x\n2\n3\n', 'y\n2\nC\n')).toEqual(bytes('x\n2\nC\n'));
  });

  test.each([
    ['no text', '\0a', '\0b', '\0c', '\0b'],
    ['gone', '1\n', none, '2\n', none],
    ['made twice', none, '1\n', '2\n', '1\n'],
  ])('as a whole in what is %s', (_, base, ours, theirs, expected) => {
    expect(taking(base, ours, theirs)).toEqual(bytes(expected));
  });
});
