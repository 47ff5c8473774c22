import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testInFull } from '../../../../support/inFull';
import { digests, found, notes, WorkspaceBed } from './workspaceBed';

let bed: WorkspaceBed;

beforeEach(async () => {
  bed = await WorkspaceBed.create();
});

afterEach(() => bed.dispose());

describe('in a repository', () => {
  test('edited, new and deleted files are found with both contents', async () => {
    await bed.commit({ 'a.txt': 'one\ntwo\n', 'gone.txt': 'gone\n', 'same.txt': 'same\n' });
    const changes = await bed.during(bed.watch(), async () => {
      bed.shell("sed -i 's/two/2/' a.txt && rm gone.txt && touch same.txt");
      await bed.write('new/deep.txt', 'new\n');
    });
    expect(bed.texts(changes)).toEqual({
      'a.txt': ['one\ntwo\n', 'one\n2\n'],
      'gone.txt': ['gone\n', undefined],
      'new/deep.txt': [undefined, 'new\n'],
    });
    expect(found(changes).map(change => change.path)).toContain(bed.at('a.txt'));
    expect(found(changes).some(change => change.isUncertain)).toBe(false);
    expect(notes(changes)).toEqual([]);
  });

  test('a rename is a deleted file and a new one', async () => {
    await bed.commit({ 'a.txt': 'text\n' });
    const changes = await bed.during(bed.watch(), () => bed.shell('git mv a.txt b.txt'));
    expect(bed.texts(changes)).toEqual({
      'a.txt': ['text\n', undefined],
      'b.txt': [undefined, 'text\n'],
    });
  });

  test('earlier changes are part of the baseline of a command', async () => {
    await bed.commit({ 'a.txt': 'committed\n' });
    await bed.write('a.txt', 'edited\n');
    await bed.write('mine.txt', 'not added\n');
    const watch = bed.watch();
    await watch.warmUp(bed.root);
    await bed.write('a.txt', 'edited again\n');
    const first = await bed.during(watch, () => bed.write('a.txt', 'by the command\n'));
    expect(bed.texts(first)).toEqual({ 'a.txt': ['edited again\n', 'by the command\n'] });
    const second = await bed.during(watch, () => bed.write('mine.txt', 'added\n'));
    expect(bed.texts(second)).toEqual({ 'mine.txt': ['not added\n', 'added\n'] });
  });

  testInFull('a change of the same size within the same second is found', async () => {
    await bed.commit({ 'a.txt': '1\n' });
    const watch = bed.watch();
    for (let round = 1; round <= 4; round += 1) {
      const changes = await bed.during(watch, () => bed.write('a.txt', `${round + 1}\n`));
      expect(bed.texts(changes)).toEqual({ 'a.txt': [`${round}\n`, `${round + 1}\n`] });
    }
  });

  test('a file whose final content is unchanged is not reported', async () => {
    await bed.commit({ 'a.txt': 'text\n' });
    const changes = await bed.during(bed.watch(), () =>
      bed.shell('cp a.txt b.txt && echo x >> a.txt && mv b.txt a.txt && chmod +x a.txt'),
    );
    expect(bed.texts(changes)).toEqual({});
  });

  test('ignored files are not reported unless they are tracked', async () => {
    await bed.commit({ 'tracked.log': 'one\n', 'a.txt': '' });
    await bed.write('.gitignore', '*.log\nbuild/\n');
    await bed.write('.git/info/exclude', 'private\n');
    await mkdir(join(bed.home, '.config', 'git'), { recursive: true });
    await writeFile(join(bed.home, '.config', 'git', 'ignore'), '.everywhere\n');
    const changes = await bed.during(bed.watch(), async () => {
      await bed.write('tracked.log', 'two\n');
      await bed.write('other.log', 'x');
      await bed.write('build/out.js', 'x');
      await bed.write('private', 'x');
      await bed.write('.everywhere', 'x');
      await bed.write('seen.txt', 'x');
    });
    expect(bed.texts(changes)).toEqual({
      'seen.txt': [undefined, 'x'],
      'tracked.log': ['one\n', 'two\n'],
    });
  });

  test("the user's global excludes file is found through the git configuration", async () => {
    await bed.commit({ 'a.txt': '' });
    await writeFile(join(bed.home, '.gitconfig'), '[core]\n\texcludesFile = ~/names\n');
    await writeFile(join(bed.home, 'names'), '*.swp\n');
    const changes = await bed.during(bed.watch(), () => bed.shell('touch a.swp && echo x > b'));
    expect(bed.texts(changes)).toEqual({ b: [undefined, 'x\n'] });
  });

  testInFull('checkout and stash are reported by content; a commit is not a change', async () => {
    await bed.commit({ 'a.txt': 'main\n', 'b.txt': 'same\n' });
    bed.git('checkout', '-q', '-b', 'other');
    await bed.commit({ 'a.txt': 'other\n', 'c.txt': 'only there\n' });
    const watch = bed.watch();
    const checkout = await bed.during(watch, () => bed.git('checkout', '-q', 'main'));
    expect(bed.texts(checkout)).toEqual({
      'a.txt': ['other\n', 'main\n'],
      'c.txt': ['only there\n', undefined],
    });
    await bed.write('b.txt', 'edited\n');
    const stash = await bed.during(watch, () => bed.git('stash', '-q'));
    expect(bed.texts(stash)).toEqual({ 'b.txt': ['edited\n', 'same\n'] });
    const popped = await bed.during(watch, () => bed.git('stash', 'pop', '-q'));
    expect(bed.texts(popped)).toEqual({ 'b.txt': ['same\n', 'edited\n'] });
    const commit = await bed.during(watch, () => bed.git('commit', '-q', '-a', '-m', 'second'));
    expect(bed.texts(commit)).toEqual({});
  });

  test('a command in a subfolder reports changes elsewhere in the repository', async () => {
    await bed.commit({ 'a.txt': 'one\n', 'sub/b.txt': 'b\n' });
    const changes = await bed.during(
      bed.watch(),
      () => bed.shell('echo two > a.txt'),
      bed.at('sub'),
    );
    expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
  });

  testInFull('paths keep the spelling of a symlinked folder', async () => {
    await bed.commit({ 'sub/a.txt': 'one\n' });
    const link = join(bed.top, 'link');
    symlinkSync(bed.root, link);
    const command = () => bed.write('sub/a.txt', 'two\n');
    const changes = await bed.during(bed.watch(), command, join(link, 'sub'));
    expect(found(changes).map(change => change.path)).toEqual([join(link, 'sub', 'a.txt')]);
  });

  testInFull('a linked worktree is compared on its own', async () => {
    await bed.commit({ 'a.txt': 'one\n' });
    bed.git('worktree', 'add', '-q', join(bed.top, 'linked'));
    const a = join(bed.top, 'linked', 'a.txt');
    const command = () => Promise.all([writeFile(a, 'two\n'), bed.write('a.txt', 'elsewhere\n')]);
    const watch = bed.watch();
    await watch.warmUp(join(bed.top, 'linked'));
    // Snapshots reuse the repository's objects.
    expect(Object.keys(digests(bed.storage)).filter(path => /objects\/..\//.test(path))).toEqual(
      [],
    );
    const changes = await bed.during(watch, command, join(bed.top, 'linked'));
    expect(found(changes).map(change => change.path)).toEqual([a]);
    expect(Buffer.from(found(changes)[0]?.before ?? []).toString()).toBe('one\n');
  });

  testInFull(
    'nested repositories and submodules are compared only for commands run in them',
    async () => {
      await bed.commit({ 'a.txt': 'one\n' });
      bed.shell('git clone -q . ../source && git init -q nested');
      bed.git(
        '-c',
        'protocol.file.allow=always',
        'submodule',
        '--quiet',
        'add',
        '../source',
        'sub',
      );
      bed.git('commit', '-q', '-m', 'sub');
      const watch = bed.watch();
      const changes = await bed.during(watch, () =>
        bed.shell('echo x > sub/a.txt && echo x > nested/b.txt && echo two > a.txt'),
      );
      expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
      const inside = await bed.during(watch, () => bed.write('sub/a.txt', 'y\n'), bed.at('sub'));
      expect(bed.texts(inside)).toEqual({ 'sub/a.txt': ['x\n', 'y\n'] });
    },
  );

  test("the user's .git folder is not modified", async () => {
    await bed.commit({ 'a.txt': 'one\n', 'b.bin': new Uint8Array([0, 1, 2]) });
    await bed.write('a.txt', 'edited\n');
    bed.shell('touch b.bin');
    const before = digests(bed.at('.git'));
    const changes = await bed.during(bed.watch(), () => bed.shell('echo two > a.txt; echo > c'));
    expect(Object.keys(bed.texts(changes))).toEqual(['a.txt', 'c']);
    expect(digests(bed.at('.git'))).toEqual(before);
  });

  test('inherited GIT_ variables have no effect', async () => {
    await bed.commit({ 'a.txt': 'one\n' });
    const elsewhere = join(bed.top, 'elsewhere');
    const env = {
      ...bed.env,
      GIT_DIR: elsewhere,
      GIT_WORK_TREE: elsewhere,
      GIT_INDEX_FILE: elsewhere,
      GIT_OBJECT_DIRECTORY: elsewhere,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.autocrlf',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_TRACE: elsewhere,
    };
    const changes = await bed.during(bed.watch({ env }), () => bed.write('a.txt', 'two\n'));
    expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
    expect(Object.keys(digests(bed.top)).includes('elsewhere')).toBe(false);
  });
});

describe('contents', () => {
  testInFull('are exact regardless of git attributes', async () => {
    await bed.commit({
      '.gitattributes':
        '* text=auto eol=crlf\n*.bin filter=lfs\nid.txt ident\nu.txt working-tree-encoding=UTF-16LE\n',
      'crlf.txt': 'a\r\nb\r\n',
    });
    bed.git('config', 'core.autocrlf', 'true');
    const u = new Uint8Array(Buffer.from('hi\r\n', 'utf16le'));
    await bed.write('lf.txt', 'a\nb\n');
    await bed.write('mixed.txt', 'a\nb\r\n');
    await bed.write('id.txt', '$Id: kept $\n');
    await bed.write('x.bin', 'pointer\r\n');
    await bed.write('u.txt', u);
    const changes = await bed.during(bed.watch(), () =>
      bed.shell('for f in *.txt *.bin; do printf "end\\r\\n" >> $f; done'),
    );
    const end = 'end\r\n';
    expect(bed.texts(changes)).toEqual({
      'crlf.txt': ['a\r\nb\r\n', `a\r\nb\r\n${end}`],
      'id.txt': ['$Id: kept $\n', `$Id: kept $\n${end}`],
      'lf.txt': ['a\nb\n', `a\nb\n${end}`],
      'mixed.txt': ['a\nb\r\n', `a\nb\r\n${end}`],
      'u.txt': [Buffer.from(u).toString(), Buffer.from(u).toString() + end],
      'x.bin': ['pointer\r\n', `pointer\r\n${end}`],
    });
  });

  test('may be binary or empty', async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256);
    await bed.commit({ 'a.bin': bytes, empty: '' });
    const changes = await bed.during(bed.watch(), async () => {
      await bed.write('a.bin', bytes.slice(1));
      await bed.write('empty', 'x');
    });
    const [binary, empty] = found(changes);
    expect(Buffer.compare(binary?.before ?? new Uint8Array(), bytes)).toBe(0);
    expect(binary?.after?.length).toBe(199_999);
    expect(empty?.before).toEqual(Buffer.alloc(0));
  });

  testInFull('are found for files with unusual names', async () => {
    const names = ['with space.txt', 'été-日本.txt', 'line\nfeed.txt', '-dash', ':(top)x', 'a"q'];
    await bed.commit(Object.fromEntries(names.map(name => [name, 'one\n'])));
    const changes = await bed.during(bed.watch(), async () => {
      for (const name of names) {
        await bed.write(name, 'two\n');
      }
    });
    expect(Object.keys(bed.texts(changes))).toEqual([...names].sort());
    expect(Object.values(bed.texts(changes)).every(([before]) => before === 'one\n')).toBe(true);
  });

  test('are not compared for symlinks and pipes', async () => {
    await bed.commit({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    const watch = bed.watch();
    const changes = await bed.during(watch, () =>
      bed.shell('ln -s a.txt link && rm b.txt && ln -s a.txt b.txt && mkfifo pipe'),
    );
    expect(bed.texts(changes)).toEqual({});
    expect(notes(changes)).toEqual(['Changed, but not compared (not regular files): b.txt.']);
    expect(notes(await bed.during(watch, () => undefined))).toEqual([]);
  });

  test('keep the permissions of files, as far as they are known', async () => {
    await bed.commit({ 'secret.txt': 'one\n', 'run.sh': 'one\n' });
    bed.shell('chmod 600 secret.txt');
    const watch = bed.watch();
    const [run, secret] = found(
      await bed.during(watch, () =>
        bed.shell('echo two | tee secret.txt run.sh; chmod 700 run.sh'),
      ),
    );
    expect(secret).toMatchObject({ modeBefore: 0o600, modeAfter: 0o600 });
    expect(run).toMatchObject({ modeAfter: 0o700 });
    expect(run).not.toHaveProperty('modeBefore');
  });

  testInFull('are found when a folder replaces a file, and vice versa', async () => {
    await bed.commit({ a: 'file\n' });
    const watch = bed.watch();
    const there = await bed.during(watch, () => bed.shell('rm a && mkdir a && echo x > a/b'));
    expect(bed.texts(there)).toEqual({ a: ['file\n', undefined], 'a/b': [undefined, 'x\n'] });
    const back = await bed.during(watch, () => bed.shell('rm -r a && echo file > a'));
    expect(bed.texts(back)).toEqual({ a: [undefined, 'file\n'], 'a/b': ['x\n', undefined] });
  });
});

describe('a folder that a link has replaced', () => {
  const replace = 'cp -r pkg real && rm -r pkg && ln -s real pkg && ';

  test('has lost its files, and the files behind the link are new', async () => {
    await bed.commit({ 'pkg/a.txt': 'one\n', 'b.txt': 'b\n' });
    const watch = bed.watch();
    const changes = await bed.during(watch, () =>
      bed.shell(`${replace} echo two >> pkg/a.txt && echo B > b.txt`),
    );
    expect(bed.texts(changes)).toEqual({
      'b.txt': ['b\n', 'B\n'],
      'pkg/a.txt': ['one\n', undefined],
      'real/a.txt': [undefined, 'one\ntwo\n'],
    });
  });

  testInFull('does not end the tracking of later commands, in this window or another', async () => {
    await bed.commit({ 'pkg/a.txt': 'one\n', 'b.txt': 'b\n' });
    const watch = bed.watch();
    await bed.during(watch, () => bed.shell(`${replace} echo two >> pkg/a.txt`));
    for (const next of [watch, bed.watch()]) {
      const text = await bed.readText('b.txt');
      const changes = await bed.during(next, () => bed.shell('echo more >> b.txt'));
      expect(bed.texts(changes)).toEqual({ 'b.txt': [text, `${text}more\n`] });
    }
  });
});

testInFull(
  'a file that git cannot read is left out once, and the others are compared',
  async () => {
    await bed.commit({ 'bad.txt': 'one\n', 'b.txt': 'b\n' });
    const watch = bed.watch({ env: await bed.refusingGit('bad.txt') });
    await bed.during(watch, () => bed.shell('echo two > bad.txt'));
    const next = await bed.during(watch, () => bed.shell('echo B > b.txt'));
    expect(bed.texts(next)).toEqual({ 'b.txt': ['b\n', 'B\n'] });
    expect(notes(await bed.during(watch, () => undefined))).toEqual([]);
  },
);

testInFull('a file that is written while git reads it is read again', async () => {
  await bed.commit({ 'a.txt': 'one\n' });
  const command = `echo typed > '${bed.at('a.txt')}'`;
  const watch = bed.watch({ env: await bed.refusingGit('a.txt', { command, tries: 1 }) });
  await bed.during(watch, () => bed.write('a.txt', 'two\n'));
  const changes = await bed.during(watch, () => bed.write('a.txt', 'three\n'));
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['typed\n', 'three\n'] });
});

testInFull(
  'a file that is written whenever git reads it does not end the tracking of others',
  async () => {
    await bed.commit({ 'a.txt': 'one\n', 'b.txt': 'b\n' });
    const command = `echo more >> '${bed.at('a.txt')}'`;
    const watch = bed.watch({ env: await bed.refusingGit('a.txt', { command, tries: 1_000 }) });
    await bed.during(watch, () => bed.write('a.txt', 'two\n'));
    await bed.during(watch, () => bed.write('b.txt', 'B\n'));
    const changes = await bed.during(watch, () => bed.write('b.txt', 'third\n'));
    expect(bed.texts(changes)).toMatchObject({ 'b.txt': ['B\n', 'third\n'] });
    expect(notes(changes)).toEqual([]);
  },
);

describe('without a repository', () => {
  test('the folder is compared, except ignored files', async () => {
    await bed.write('a.txt', 'one\n');
    await bed.write('.gitignore', 'out\n');
    const watch = bed.watch();
    const changes = await bed.during(watch, () =>
      bed.shell('echo two > a.txt; echo > out; echo new > b'),
    );
    expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'], b: [undefined, 'new\n'] });
    await mkdir(bed.at('sub'));
    const from = await bed.during(watch, () => bed.write('a.txt', '3\n'), bed.at('sub'));
    expect(bed.texts(from)).toEqual({ 'a.txt': ['two\n', '3\n'] });
  });

  test('a storage folder inside it is excluded', async () => {
    await bed.write('a.txt', 'one\n');
    const watch = bed.watch({ folder: bed.at('.our [store]') });
    const changes = await bed.during(watch, () => bed.write('a.txt', 'two\n'));
    expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
  });

  test('the home folder, its parent and the file system root are refused', async () => {
    const watch = bed.watch();
    execFileSync('git', ['init', '-q'], { cwd: bed.home, env: bed.env });
    for (const folder of [bed.home, bed.top, '/']) {
      const [reason] = notes(await bed.during(watch, () => undefined, folder));
      expect(reason).toContain('too large to compare');
    }
    const project = join(bed.home, 'project');
    await mkdir(project);
    const command = () => writeFile(join(project, 'a'), 'x');
    const changes = await bed.during(watch, command, project);
    expect(found(changes).map(change => change.path)).toEqual([join(project, 'a')]);
  });

  test('a missing folder is reported', async () => {
    const [reason] = notes(await bed.during(bed.watch(), () => undefined, bed.at('missing')));
    expect(reason).toContain('ENOENT');
  });
});

test('changes by commands are reported as untracked if git is not installed', async () => {
  const env = { ...bed.env, PATH: bed.top };
  const changes = await bed.during(bed.watch({ env }), () => bed.write('a.txt', 'x'));
  expect(changes).toEqual({
    kind: 'untracked',
    reason: 'Changes by commands are not tracked: Git is not installed.',
  });
});

test('a command id is answered once, and a forgotten one never', async () => {
  await bed.commit({ 'a.txt': 'one\n' });
  const watch = bed.watch();
  await watch.before('a', bed.root);
  await watch.before('b', bed.root);
  watch.forget('b');
  expect((await watch.after('a')).kind).toBe('found');
  expect((await watch.after('a')).kind).toBe('untracked');
  expect((await watch.after('b')).kind).toBe('untracked');
});
