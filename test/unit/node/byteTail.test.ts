import { expect, it } from 'vitest';
import { ByteTail } from '../../../src/node/byteTail';

it('keeps the last bytes without splitting a character', () => {
  const text = 'abc€def😀';
  for (let limit = 1; limit <= 20; limit += 1) {
    const tail = new ByteTail(limit);
    for (const byte of Buffer.from(text)) {
      tail.push(Buffer.from([byte]));
    }
    expect(text.endsWith(tail.text)).toBe(true);
    expect(tail.text).not.toContain('\ufffd');
  }
});

it('keeps only the end of a single large chunk', () => {
  const tail = new ByteTail(4);
  tail.push(Buffer.from('0123456789'));
  expect(tail.text).toBe('6789');
});

it('starts at a line if it was cut in one', () => {
  const tail = new ByteTail(12);
  tail.push(Buffer.from('a secret key\nthe\nend'));
  expect(tail.text).toBe('the\nend');
});
