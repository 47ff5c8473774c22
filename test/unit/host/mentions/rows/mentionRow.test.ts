import { expect, test } from 'vitest';
import { mentionRow, queryOf } from '../../../../../src/host/mentions/rows/mentionRow';
import { rank } from '../../../../../src/host/mentions/rows/rank';

const hostile = [
  ...['a b', 'a\nb', 'a\r\n/cost', '"quoted"', "it's", '`x`', '#5-10', 'a#b', 'ä ö', '日本 語'],
  ...['\u202eevil', 'a\u200bb', '\u001b[31mred', '@x', '@agent-x', '../../x', '~/.ssh', '/etc'],
  ...['__proto__', 'constructor', '', ' ', '.', '...', '\ud800', '\0', '$(rm)', '<b>', '[a](b:c)'],
  ...['x'.repeat(4096), 'commit:abc', '🙂', '\u{e0041}'],
];

test.each(hostile)('the name %j gives a token without spaces, and a label on one line', name => {
  const target = { kind: 'branch', name } as const;
  const { token, label } = mentionRow(target, { name, label: name, icon: 'x' }).mention;
  expect(token).toMatch(/^@branch:[\p{L}\p{N}\p{M}._/#:+~-]+$/u);
  expect(token.length).toBeLessThan(120);
  expect(label).not.toMatch(/[\p{Cc}\p{Cs}\u202a-\u202e\u200b\u{e0000}-\u{e007f}]/u);
  expect(label).not.toBe('');
});

test('hostile names have tokens of their own', () => {
  const tokens = hostile.map(
    name => mentionRow({ kind: 'branch', name }, { name, label: name, icon: 'x' }).mention.token,
  );
  expect(new Set(tokens).size).toBe(hostile.length);
});

test('a prefix asks for one kind', () => {
  expect(queryOf('commit', 'commit:fix')).toBe('fix');
  expect(queryOf('branch', 'commit:fix')).toBeUndefined();
  expect(queryOf('branch', 'https://x')).toBe('https://x');
});

test('ranges of matches lie in the label', () => {
  const [best] = rank('zsh', ['bash', 'my zsh'], label => ({ label, also: 'terminal zsh' }), 9);
  expect(best).toEqual({ entry: 'my zsh', matches: [3, 6] });
  const [other] = rank('terminal', ['bash'], label => ({ label, also: 'terminal' }), 9);
  expect(other).toEqual({ entry: 'bash', matches: [] });
});
