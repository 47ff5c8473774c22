import { expect, it } from 'vitest';
import { LineIndex } from '../../../src/base/lineIndex';

it('counts the ends of lines that all editors know', () => {
  const text = 'a\nb\r\nc\rd\n\ne';
  const index = new LineIndex(text);
  const lines = [...'abcde'].map(one => index.lineAt(text.indexOf(one)));
  expect(lines).toEqual([1, 2, 3, 4, 6]);
  expect(new LineIndex('').lineAt(0)).toBe(1);
});
