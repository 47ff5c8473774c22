import { describe, expect, it } from 'vitest';
import * as z from '../../../../../src/base/schema';
import { mentionTarget } from '../../../../../src/core/registry/draftSchema';
import {
  changesMention,
  commitMention,
  fileMention,
  folderMention,
  problemsMention,
  urlMention,
} from '../../../../../src/host/mentions/rows/makeMention';

const cwd = '/work';

it('names a file and its lines as the agent and the user do', () => {
  expect(fileMention('/work/src/a.ts', cwd, { start: 5, end: 10 })).toEqual({
    token: '@src/a.ts#5-10',
    label: 'a.ts, lines 5–10',
    target: { kind: 'file', path: 'src/a.ts', lines: { start: 5, end: 10 } },
  });
  expect(fileMention('/work/a.ts', cwd, { start: 5, end: 5 })).toMatchObject({
    ...{ token: '@a.ts#5', label: 'a.ts, line 5' },
  });
  expect(fileMention('/etc/hosts', cwd).token).toBe('@/etc/hosts');
});

it('ends the name of a folder with a slash', () => {
  expect(folderMention('/work/src', cwd)).toEqual({
    ...{ token: '@src/', label: 'src/', target: { kind: 'folder', path: 'src' } },
  });
  expect(folderMention('/', cwd).target).toEqual({ kind: 'folder', path: '/' });
});

it('names changes, commits, problems and links', () => {
  expect(changesMention(cwd, { isStaged: true })).toMatchObject({
    ...{ token: '@staged', label: 'Staged changes', target: { kind: 'changes', isStaged: true } },
  });
  expect(changesMention(cwd, { path: '/work/a.ts', isStaged: false })).toMatchObject({
    ...{ token: '@changes:a.ts', target: { kind: 'changes', path: 'a.ts', isStaged: false } },
  });
  expect(commitMention('0123456789abcdef', 'Mend it')).toMatchObject({
    ...{ token: '@commit:01234567', label: '01234567 Mend it' },
  });
  expect(problemsMention('/work/a.ts', cwd, 7)).toMatchObject({
    ...{ token: '@problems:a.ts#7', label: 'Problems in a.ts, line 7' },
  });
  expect(urlMention('https://example.com/a?b')).toMatchObject({
    ...{ token: '@https://example.com/a?b', label: 'example.com/a' },
  });
});

/** Names that files on Linux may have. */
const names = [
  ...['a b.ts', 'a"b.ts', "it's.ts", 'a#b.ts', 'a#5-10', 'ümläut.ts', 'a\nb.ts', 'a\tb.ts'],
  ...['a\u202eb.ts', 'a\u200bb.ts', '__proto__', 'constructor', '@a.ts', '-rf', '(a).ts', '[a].ts'],
  ...['a\\b.ts', 'a`b`.ts', '$(a).ts', '%41.ts', 'a;b', 'a&b', 'a|b', '<a>.ts', '日本.ts'],
  ...['a\u0000b'.replace('\u0000', '\u0001'), ' a', 'a ', '~', 'x'.repeat(255)],
];

describe('A hostile name', () => {
  it('is one of thirty', () => expect(names).toHaveLength(30));

  it.each(names)('%j keeps its path, and one word in the text', name => {
    const { token, label, target } = fileMention(`${cwd}/src/${name}`, cwd);
    expect(target).toEqual({ kind: 'file', path: `src/${name}` });
    expect(z.safeParse(mentionTarget, target).success).toBe(true);
    expect(`${token}${label}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(token).toMatch(/^@(?:"[^"]+"|[^\s"]+)$/);
  });

  it('of 4 KB is shortened in the text only', () => {
    const path = `src/${'long/'.repeat(800)}a.ts`;
    const { token, label, target } = fileMention(`${cwd}/${path}`, cwd);
    expect(target).toMatchObject({ path });
    expect([token.length, label]).toEqual([402, 'a.ts']);
  });
});
