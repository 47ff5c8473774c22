import { describe, expect, test } from 'vitest';
import { changedParts } from '../../../../../src/acp/translate/tools/changedParts';

const lines = (...all: string[]) => all.map(line => `${line}\n`).join('');

function parts(oldText: string | undefined, newText: string) {
  const diff = { type: 'diff' as const, path: '/a.ts', newText };
  return changedParts(oldText === undefined ? diff : { ...diff, oldText });
}

describe('what a diff replaces', () => {
  test('has a part for each place, without the lines between them', () => {
    const rest = Array.from({ length: 50 }, (_, index) => `line ${index}`);
    expect(
      parts(lines('one', 'two', ...rest, 'last'), lines('one', '2', 'a', ...rest, 'last', 'more')),
    ).toEqual([
      { oldText: 'two\n', newText: '2\na\n' },
      { oldText: '', newText: 'more\n' },
    ]);
    expect(parts(lines('a', 'x', 'b', 'y'), lines('a', 'b', 'z'))).toEqual([
      { oldText: 'x\n', newText: '' },
      { oldText: 'y\n', newText: 'z\n' },
    ]);
  });

  test('is all of a new file, and of a change that has no other lines', () => {
    expect(parts(undefined, 'a\nb')).toEqual([{ oldText: '', newText: 'a\nb' }]);
    expect(parts('a\n', 'a\r\n')).toEqual([{ oldText: 'a\n', newText: 'a\r\n' }]);
  });
});
