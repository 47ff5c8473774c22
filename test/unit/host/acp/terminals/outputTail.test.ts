import { expect, it } from 'vitest';
import { OutputTail } from '../../../../../src/host/acp/terminals/outputTail';

function tailOf(limit: number, ...texts: string[]): { text: string; isCut: boolean } {
  const tail = new OutputTail(limit);
  for (const text of texts) {
    tail.push(text);
  }
  return { text: tail.text, isCut: tail.isCut };
}

it('keeps the end of the output', () => {
  expect(tailOf(10, 'abc', 'def')).toEqual({ text: 'abcdef', isCut: false });
  expect(tailOf(6, 'abc', 'def')).toEqual({ text: 'abcdef', isCut: false });
  expect(tailOf(4, 'abc', 'def')).toEqual({ text: 'cdef', isCut: true });
  expect(tailOf(4, 'abcdefgh')).toEqual({ text: 'efgh', isCut: true });
  expect(tailOf(0, 'a')).toEqual({ text: '', isCut: true });
});

it('begins with a whole character', () => {
  expect(tailOf(3, 'aä€')).toEqual({ text: '€', isCut: true });
  expect(tailOf(4, 'ä€')).toEqual({ text: '€', isCut: true });
  expect(tailOf(5, 'x😀')).toEqual({ text: 'x😀', isCut: false });
  expect(tailOf(3, 'x😀')).toEqual({ text: '', isCut: true });
});

it('keeps the end of many small pieces', () => {
  const tail = new OutputTail(5_000);
  for (let count = 0; count < 20_000; count += 1) {
    tail.push(`${count % 10}`);
  }
  expect(tail.text).toBe('0123456789'.repeat(500));
  tail.clear();
  expect(tail.text).toBe('');
});
