import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longestFile } from '../../../../src/host/changeSets/fitting';
import { readChanges } from '../../../../src/host/changeSets/readChanges';
import { testInFull } from '../../../support/inFull';
import { MentionBed, privateFiles } from '../mentions/mentionBed';

let bed: MentionBed;
beforeEach(() => {
  bed = new MentionBed();
  bed.init();
});
afterEach(() => bed.remove());

type Scope = Parameters<typeof readChanges>[2];
const read = (scope: Scope) => readChanges(bed.reader, { cwd: bed.folder }, scope, bed.signal);
const commit = (message: string) => {
  bed.git('add', '-A');
  bed.git('commit', '-qm', message);
  return bed.git('rev-parse', 'HEAD').trim();
};

test('edited, staged, new, deleted and renamed files are all in the changes', async () => {
  for (const name of ['edited.ts', 'staged.ts', 'gone.ts']) bed.write(name, 'one\ntwo\n');
  bed.write('old name.ts', 'a\nb\nc\nd\ne\n');
  commit('first');
  bed.write('edited.ts', 'one\nTWO\n');
  bed.write('staged.ts', 'ONE\ntwo\n');
  renameSync(join(bed.folder, 'old name.ts'), join(bed.folder, 'new name.ts'));
  bed.git('add', 'staged.ts', 'new name.ts', 'old name.ts');
  rmSync(join(bed.folder, 'gone.ts'));
  bed.write('brand new ä.ts', 'new\n');
  const changes = await read({ kind: 'uncommitted' });
  expect([...changes.files].sort()).toEqual([
    ...['brand new ä.ts', 'edited.ts', 'gone.ts', 'new name.ts', 'staged.ts'],
  ]);
  for (const part of ['+TWO', '+ONE', 'rename from old name.ts', 'deleted file mode', '+new\n']) {
    expect(changes.diff).toContain(part);
  }
  const staged = await read({ kind: 'staged' });
  expect([...staged.files].sort()).toEqual(['new name.ts', 'staged.ts']);
});

testInFull('a repository whose settings name another work tree shows nothing of that', async () => {
  const inner = (...args: string[]) => bed.git('-C', 'inner', ...args);
  bed.write('inner/notes.txt', 'old\n');
  inner('init', '-q');
  inner('add', '.');
  inner('commit', '-qm', 'first');
  bed.write('inner/notes.txt', 'new\n');
  for (const name of ['notes.txt', 'more.txt']) bed.write(name, 'hush-hush\n');
  inner('config', 'core.worktree', bed.folder);
  const cwd = join(bed.folder, 'inner');
  const { diff, files } = await readChanges(
    ...([bed.reader, { cwd }, { kind: 'uncommitted' }, bed.signal] as const),
  );
  expect(diff).not.toContain('hush-hush');
  expect({ files, isOwn: diff.includes('+new') }).toEqual({ files: ['notes.txt'], isOwn: true });
});

testInFull(
  'a branch and commits have what they brought, and the first commit everything',
  async () => {
    bed.write('a.ts', 'one\n');
    const first = commit('first');
    bed.git('checkout', '-qb', 'topic');
    bed.write('b.ts', 'topic\n');
    const second = commit('second');
    bed.git('checkout', '-q', 'main');
    bed.write('c.ts', 'main\n');
    commit('third');
    bed.git('checkout', '-q', 'topic');
    bed.write('a.ts', 'not committed\n');
    expect((await read({ kind: 'branch', base: 'refs/heads/main' })).files).toEqual(['b.ts']);
    const both = await read({ kind: 'commits', oldest: first, newest: second });
    expect(both.files).toEqual(['.gitignore', 'a.ts', 'b.ts']);
    const one = await read({ kind: 'commits', oldest: second, newest: second });
    expect(one.files).toEqual(['b.ts']);
    for (const base of ['--output=x', 'refs/heads/none', 'main']) {
      await expect(read({ kind: 'branch', base }), base).rejects.toMatchObject({
        code: 'git.noBase',
      });
    }
    for (const hash of ['--all', 'deadbeef', 'HEAD', '']) {
      const asked = read({ kind: 'commits', oldest: hash, newest: second });
      await expect(asked, hash).rejects.toMatchObject({ code: 'git.noCommit' });
    }
    expect(existsSync(join(bed.folder, 'x'))).toBe(false);
  },
);

test('private files leave neither changed nor new, and are named as left out', async () => {
  const secret = (index: number) => `word-${index}-of-secret`;
  for (const [index, path] of privateFiles.slice(0, 10).entries()) {
    bed.write(path, `${secret(index)}\n`);
  }
  commit('first');
  for (const [index, path] of privateFiles.entries())
    bed.write(path, `${secret(index)}, changed\n`);
  bed.write('plain.ts', 'harmless\n');
  const { diff, files, withheld } = await read({ kind: 'uncommitted' });
  expect(files).toEqual(['plain.ts']);
  expect(diff).not.toContain('of-secret');
  expect(withheld).toContain('.env');
});

testInFull('a file that is too large is left out by name; the others stay', async () => {
  bed.write('large.ts', `${'x'.repeat(100)}\n`.repeat(longestFile / 100));
  bed.write('small.ts', 'small\n');
  const { files, tooLarge } = await read({ kind: 'uncommitted' });
  expect({ files, tooLarge }).toEqual({
    files: ['.gitignore', 'small.ts'],
    tooLarge: ['large.ts'],
  });
});

test('without changes that can be read, the reason is said', async () => {
  commit('first');
  await expect(read({ kind: 'uncommitted' })).rejects.toMatchObject({
    ...{ code: 'git.noChanges', message: 'Nothing has changed since the last commit.' },
  });
  const same = { kind: 'branch', base: 'refs/heads/main' } as const;
  await expect(read(same)).rejects.toThrow('These commits change nothing. Choose others.');
  bed.write('.env', 'TOKEN=1\n');
  await expect(read({ kind: 'uncommitted' })).rejects.toThrow(/private.*\.env/);
});

test('a hostile repository starts no program, and odd names stay what they are', async () => {
  const odd = ['new\nline.ts', 'tab\there.ts', 'quote".ts', 'bidi\u202etxt.ts', ' b/a.ts'];
  for (const name of odd) bed.write(name, 'one\n');
  commit('first');
  const ran = join(bed.folder, 'ran');
  const program = bed.write('.git/evil.sh', `#!/bin/sh\ntouch '${ran}'\ncat\n`);
  chmodSync(program, 0o755);
  for (const key of [
    'diff.external',
    'core.fsmonitor',
    'diff.evil.textconv',
    'filter.evil.clean',
  ]) {
    bed.git('config', key, program);
  }
  bed.git('config', 'diff.noprefix', 'true');
  bed.write('.gitattributes', '* diff=evil filter=evil\n');
  for (const name of odd) bed.write(name, '\x1b[31mtwo\x1b[0m\n');
  const { files } = await read({ kind: 'uncommitted' });
  expect([...files].sort()).toEqual([...odd, '.gitattributes'].sort());
  expect(existsSync(ran)).toBe(false);
});
