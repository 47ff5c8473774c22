import { expect, it } from 'vitest';
import { withFileMentions } from '../../../src/protocol/fileMentions';

it.each<[string, string[]]>([
  ['see @src/a.ts, and @b.md.', ['@src/a.ts', '@b.md']],
  ['(@src/a.ts#5-10)', ['@src/a.ts#5-10']],
  ['@"my file.txt" please', ['@"my file.txt"']],
  ['@src/', ['@src/']],
  ['mail a@b.de, @someone, @scope: and @agent-x.y', []],
  ['@//server/share/x.ts @\\\\server\\x.ts @mcp:file://a/b.c', []],
  ['@__proto__/x @./constructor.ts', ['@__proto__/x', '@./constructor.ts']],
])('finds the files that %j names', (text, tokens) => {
  expect(withFileMentions(text, []).map(({ token }) => token)).toEqual(tokens);
});

it('reads the lines of a mention', () => {
  const [one] = withFileMentions('@src/a.ts#L5-L10', []);
  expect(one?.target).toEqual({ kind: 'file', path: 'src/a.ts', lines: { start: 5, end: 10 } });
  expect(one?.label).toBe('a.ts:5-10');
});

it('keeps mentions whose tokens stand in the text, and drops the others', () => {
  const known = (token: string) => ({
    token,
    label: token,
    target: { kind: 'url' as const, url: 'x' },
  });
  const found = withFileMentions('@src/a.ts#5-10 @zsh', [
    known('@src/a.ts#5-10'),
    known('@zsh'),
    known('@gone'),
  ]);
  expect(found.map(({ token }) => token)).toEqual(['@src/a.ts#5-10', '@zsh']);
});
