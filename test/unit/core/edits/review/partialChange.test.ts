import { expect, it } from 'vitest';
import { onlyWithin, takenOver } from '../../../../../src/core/edits/review/partialChange';

const bytes = (text: string) => Buffer.from(text);
const textOf = (content: Uint8Array | undefined) => content && Buffer.from(content).toString();

it.each([
  ['a change of pending lines', 'x\na\n', 'a\n', 'a\n', 'a\n'],
  ['no change of other lines', 'x\na\nb\n', 'x\na\n', 'a\nb\n', 'x\na\nb\n'],
  ['no line after a pending line end', 'x\na', 'x\na\nkept\n', 'a\n', 'x\na\n'],
  ['a line end that is pending', 'a', 'a\n', 'a\n', 'a\n'],
  ['no line end that is not pending', 'x\na', 'a\n', 'a', 'a'],
  ['the end of a pending last line', 'a\nx\n', 'a\nx', 'a\n', 'a\nx'],
  ['line ends of Windows', 'x\r\na', 'x\r\na\r\nkept\r\n', 'a\r\n', 'x\r\na\r\n'],
])('takes %s', (_what, content, changed, other, expected) => {
  expect(textOf(onlyWithin(bytes(content), bytes(changed), bytes(other)))).toBe(expected);
});

it.each([
  ['lines of the calls', 'a\n', 'x\na\ny\n', 'a\ny\n', 'x\na\n'],
  ['a line end of the calls', 'a', 'a\n', 'a', 'a\n'],
  ['no line end of others', 'a', 'x\na\n', 'a\n', 'x\na'],
])('takes over %s', (_what, before, after, without, expected) => {
  expect(textOf(takenOver(bytes(before), bytes(after), bytes(without)))).toBe(expected);
});

it('leaves contents alone that are no text', () => {
  const binary = Uint8Array.of(0, 255, 0);
  expect(onlyWithin(bytes('a'), binary, bytes('a'))).toBe(binary);
  expect(takenOver(bytes('a'), binary, bytes('a'))).toBeUndefined();
});
