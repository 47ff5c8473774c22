import { afterEach, beforeEach, expect, test } from 'vitest';
import { changesSource } from '../../../../../src/host/mentions/git/changes';
import { commitSource } from '../../../../../src/host/mentions/git/commits';
import { rowsOf } from '../../../../support/extent';
import { MentionBed, privateFiles } from '../mentionBed';

let bed: MentionBed;
beforeEach(() => {
  bed = new MentionBed();
  bed.init();
});
afterEach(() => bed.remove());

const place = () => ({ cwd: bed.folder });
const source = () => changesSource(bed.reader, { openChanges: async () => undefined });

async function textOf(target: { path?: string; isStaged?: boolean }) {
  const { blocks } = await source().resolve({ kind: 'changes', ...target }, place(), bed.signal);
  return blocks.map(block => ('text' in block ? block.text : '')).join('\n');
}

test('all, staged and one file have their own changes, and new files their text', async () => {
  bed.write('a.ts', 'one\n');
  bed.write('b.ts', 'two\n');
  bed.git('add', '.');
  bed.git('commit', '-qm', 'first');
  bed.write('a.ts', 'one more\n');
  bed.git('add', 'a.ts');
  bed.write('b.ts', 'two more\n');
  bed.write('new ä.ts', 'brand new');
  const all = await textOf({});
  expect(all).toContain('+one more');
  expect(all).toContain('+two more');
  expect(all).toContain('New file new ä.ts:\nbrand new');
  const staged = await textOf({ isStaged: true });
  expect(staged).toContain('+one more');
  expect(staged).not.toContain('two');
  expect(await textOf({ path: 'b.ts' })).not.toContain('one more');
  const rows = await source().find('', place(), bed.signal);
  const tokens = rows.map(({ mention }) => mention.token);
  expect(tokens.slice(0, 3)).toEqual(['@changes', '@changes:staged', '@changes:a.ts']);
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(tokens.every(token => !/\s/.test(token))).toBe(true);
});

test.each([
  ['changes', ['@changes', '@changes:CLAUDE.md']],
  ['git', ['@changes', '@changes:CLAUDE.md']],
  ['CLAU', ['@changes:CLAUDE.md']],
])('what is called %s precedes what only has to do with it', async (query, tokens) => {
  bed.git('add', '.');
  bed.git('commit', '-qm', 'first');
  bed.write('CLAUDE.md', 'x');
  const rows = await source().find(query, place(), bed.signal);
  expect(rows.map(({ mention }) => mention.token)).toEqual(tokens);
});

test('a repository without commits has changes, too', async () => {
  bed.write('a.ts', 'one\n');
  bed.git('add', 'a.ts');
  expect(await textOf({})).toContain('+one');
});

test('a binary file is named and not told', async () => {
  bed.write('a.bin', 'x\0y');
  expect(await textOf({})).toMatch(/New file a\.bin:\n\(Not a text file: 3 bytes\.\)/);
});

test('private files leave neither by changes nor by commits', async () => {
  const secret = (index: number) => `word-${index}-of-secret`;
  for (const [index, path] of privateFiles.entries()) {
    bed.write(path, `${secret(index)}\n`);
  }
  bed.write('open.ts', 'for everybody\n');
  const leaked = (text: string) => privateFiles.filter((_, index) => text.includes(secret(index)));
  expect(leaked(await textOf({}))).toEqual([]);
  bed.git('add', '-f', '.');
  // Files that git tracks are not ignored by it.
  const tracked = new Set(privateFiles.filter(path => /ignored\/|\.log$/.test(path)));
  const hidden = (text: string) => leaked(text).filter(path => !tracked.has(path));
  expect(hidden(await textOf({ isStaged: true }))).toEqual([]);
  bed.git('commit', '-qm', 'everything');
  const commits = commitSource(bed.reader, { showText: async () => undefined });
  const hash = bed.git('rev-parse', 'HEAD').trim();
  const { blocks } = await commits.resolve({ kind: 'commit', hash }, place(), bed.signal);
  const text = JSON.stringify(blocks);
  expect(hidden(text)).toEqual([]);
  expect(text).toContain('for everybody');
  expect(text).toContain('Left out, as they are private or ignored: ');
  const find = await source().find('', place(), bed.signal);
  expect(JSON.stringify(find)).not.toContain('.env');
});

test.each(rowsOf(privateFiles.slice(0, 8), privateFiles))(
  'changes of %s are withheld',
  async path => {
    bed.write(path, 'secret\n');
    await expect(textOf({ path })).rejects.toMatchObject({ code: 'mention.withheld' });
  },
);

test('a file outside of the folders is withheld', async () => {
  await expect(textOf({ path: '../x.ts' })).rejects.toMatchObject({ code: 'mention.withheld' });
});
