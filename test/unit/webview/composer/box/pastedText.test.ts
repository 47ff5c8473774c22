import { expect, it } from 'vitest';
import {
  isLongPaste,
  pastedText,
  withFreshTokens,
} from '../../../../../webview/composer/box/pastedText';

const lines = (count: number) => 'x\n'.repeat(count);

it('makes a chip of more than 20 lines, with a token of its own', () => {
  expect(isLongPaste(lines(20))).toBe(false);
  expect(isLongPaste(lines(21))).toBe(true);
  const first = pastedText(lines(21), []);
  const second = pastedText(lines(21), [first.mention]);
  expect(first.mention.token).toBe('[Pasted text #1, 21 lines]');
  expect(second.mention.token).toBe('[Pasted text #2, 21 lines]');
  expect(pastedText(lines(10_000), []).mention.label).toBe('Pasted text, 10,000 lines');
  expect(second.attachment).toMatchObject({ kind: 'text', origin: 'paste', text: lines(21) });
});

it('gives a chip of another message another token if its own is taken', () => {
  const here = pastedText(lines(21), []);
  const there = pastedText(lines(21), []);
  const [moved] = withFreshTokens([there.mention], [there.attachment], [here.mention]);
  expect(moved).toEqual({ ...there.mention, token: '[Pasted text #2, 21 lines]' });
  expect(withFreshTokens([here.mention, 'a'], [here.attachment], [here.mention])).toEqual([
    here.mention,
    'a',
  ]);
});
