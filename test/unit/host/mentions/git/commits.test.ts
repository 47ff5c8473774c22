import { afterAll, beforeAll, expect, test } from 'vitest';
import { branchSource } from '../../../../../src/host/mentions/git/branches';
import { commitSource } from '../../../../../src/host/mentions/git/commits';
import { MentionBed } from '../mentionBed';

const bed = new MentionBed();
const ui = { showText: async () => undefined };
const commits = commitSource(bed.reader, ui);
const branches = branchSource(bed.reader, ui);
const place = { cwd: bed.folder };
let hash: string;

beforeAll(() => {
  bed.init();
  bed.write('a.ts', 'one\n');
  bed.git('add', '.');
  bed.git('commit', '-qm', 'Begin the parser');
  hash = bed.git('rev-parse', 'HEAD').trim();
  bed.git('checkout', '-q', '-b', 'feature/größe');
  bed.write('b.ts', 'two\n');
  bed.git('add', '.');
  bed.git('commit', '-qm', 'Measure \u202eit');
  bed.git('checkout', '-q', 'main');
});
afterAll(() => bed.remove());

test.each(['parser', 'Begin', 'commit:parser', 'Lovelace'])('"%s" finds a commit', async query => {
  const found = await commits.find(query, place, bed.signal);
  expect(found.map(({ mention }) => mention.target)).toContainEqual({ kind: 'commit', hash });
});

test('the start of a hash finds its commit', async () => {
  const [first] = await commits.find(hash.slice(0, 8), place, bed.signal);
  expect(first?.mention).toMatchObject({ label: 'Begin the parser', target: { hash } });
});

test('a commit brings its message, author and changes', async () => {
  const { blocks } = await commits.resolve({ kind: 'commit', hash }, place, bed.signal);
  const [{ title, text } = { title: '', text: '' }] = blocks.map(block => ({ text: '', ...block }));
  expect(title).toMatch(/^Commit [0-9a-f]+: Begin the parser$/);
  expect(text).toContain('Author: Ada Lovelace');
  expect(text).toContain('+one');
});

test.each(['--output=x', 'HEAD', '', 'dead'.repeat(10), '__proto__', 'a'.repeat(4096)])(
  'the hash "%s" of a page is refused',
  async odd => {
    const target = { kind: 'commit', hash: odd } as const;
    const resolved = commits.resolve(target, place, bed.signal);
    await expect(resolved).rejects.toMatchObject({ code: 'mention.gone' });
  },
);

test('a branch brings its commits and files that the current one lacks', async () => {
  const [row] = await branches.find('größe', place, bed.signal);
  expect(row?.mention).toMatchObject({ token: '@branch:feature/größe', label: 'feature/größe' });
  const target = { kind: 'branch', name: 'feature/größe' } as const;
  const { blocks } = await branches.resolve(target, place, bed.signal);
  const text = JSON.stringify(blocks);
  expect(text).toContain('Measure');
  expect(text).toContain('b.ts | 1 +');
  expect(text).not.toContain('a.ts');
});

test.each(['--all', 'main..x', '', 'HEAD', '../main', 'x\0y'])(
  'the branch "%s" is refused',
  async name => {
    const resolved = branches.resolve({ kind: 'branch', name }, place, bed.signal);
    await expect(resolved).rejects.toMatchObject({ code: 'mention.gone' });
  },
);
