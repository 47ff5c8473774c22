import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { ShadowCollector } from '../../../../../src/core/edits/workspace/shadowCollector';
import type { WorkspaceWatch } from '../../../../../src/core/edits/workspace/workspaceWatch';
import { systemClock } from '../../../../../src/node/systemClock';
import { rowsOf } from '../../../../support/extent';
import { testInFull } from '../../../../support/inFull';
import { found, notes, WorkspaceBed } from './workspaceBed';

/** The first reading of a work tree takes the user's index over where that is safe. */

let bed: WorkspaceBed;

beforeEach(async () => {
  bed = await WorkspaceBed.create();
});

afterEach(() => {
  vi.unstubAllEnvs();
  return bed.dispose();
});

/** Commits files that are older than the index, so that git believes what it says. */
async function commitOld(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await bed.write(path, content);
    utimesSync(bed.at(path), 1_600_000_000, 1_600_000_000);
  }
  bed.git('init', '-q');
  bed.git('add', '-A');
  bed.git('commit', '-qm', 'first');
}

/** Reads the work tree; counts the files whose contents were stored for it. */
async function read(watch: WorkspaceWatch): Promise<number> {
  await watch.warmUp(bed.root);
  return storedObjects();
}

/** Counts the blobs in our own store. */
async function storedObjects(): Promise<number> {
  const folder = await shadowFolder();
  const all = ['cat-file', '--batch-all-objects', '--batch-check=%(objecttype)'];
  const env = { ...bed.env, GIT_OBJECT_DIRECTORY: join(folder, 'objects') };
  const types = execFileSync('git', [`--git-dir=${folder}`, ...all], { env }).toString();
  return types.split('\n').filter(type => type === 'blob').length;
}

async function shadowFolder(): Promise<string> {
  const names = await readdir(bed.storage);
  return join(bed.storage, names.find(name => /^[0-9a-f]{16}-0$/.test(name)) ?? '');
}

const one = ['one\n', 'two\n'];
const change = () => bed.shell('for f in *.txt; do printf "two\\n" > "$f"; done');

test('committed files are not read', async () => {
  await bed.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  bed.shell('chmod 200 a.txt b.txt');
  const watch = bed.watch();
  expect(await read(watch)).toBe(0);
  bed.shell('chmod 644 a.txt b.txt');
  expect(bed.texts(await bed.during(watch, change))).toEqual({ 'a.txt': one, 'b.txt': one });
});

test('changed, new, deleted and ignored files are as they are, not as committed', async () => {
  await bed.commit({ 'a.txt': 'one\n', 'gone.txt': 'x\n', '.gitignore': 'out\n' });
  await bed.write('a.txt', '1.5\n');
  await bed.write('new.txt', 'new\n');
  await bed.write('out', 'ignored\n');
  bed.remove('gone.txt');
  const changes = await bed.during(bed.watch(), () =>
    bed.shell('for f in a.txt new.txt gone.txt out; do printf "two\\n" > $f; done'),
  );
  expect(bed.texts(changes)).toEqual({
    'a.txt': ['1.5\n', 'two\n'],
    'gone.txt': [undefined, 'two\n'],
    'new.txt': ['new\n', 'two\n'],
  });
});

test('a tracked file that is ignored is compared', async () => {
  await bed.commit({ 'kept.log': 'one\n' });
  await bed.write('.gitignore', '*.log\n');
  const changes = await bed.during(bed.watch(), () => bed.write('kept.log', 'two\n'));
  expect(bed.texts(changes)).toEqual({ 'kept.log': one });
});

test('a file changed in the moment and to the length in which it was added is read', async () => {
  await bed.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  const index = bed.at('.git/index');
  // As if the file, the index and the change had come in the same tick of the clock.
  const { mtime } = statSync(bed.at('a.txt'));
  const stamp = Math.floor(mtime.getTime() / 1000) - 10;
  utimesSync(bed.at('a.txt'), stamp, stamp);
  bed.git('update-index', '--refresh');
  utimesSync(index, stamp, stamp);
  writeFileSync(bed.at('a.txt'), 'uno\n');
  utimesSync(bed.at('a.txt'), stamp, stamp);
  const ctime = Buffer.alloc(8);
  const { ctimeMs } = statSync(bed.at('a.txt'));
  ctime.writeUInt32BE(Math.floor(ctimeMs / 1000), 0);
  ctime.writeUInt32BE(
    Number(statSync(bed.at('a.txt'), { bigint: true }).ctimeNs % 1_000_000_000n),
    4,
  );
  patchIndex(bytes => ctime.copy(bytes, 12));
  utimesSync(index, stamp, stamp);
  const changes = await bed.during(bed.watch(), () => bed.write('a.txt', 'two\n'));
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['uno\n', 'two\n'] });
});

test('files that git is told not to look at are compared', async () => {
  await bed.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'c.txt': 'one\n' });
  bed.git('update-index', '--assume-unchanged', 'a.txt');
  bed.git('update-index', '--skip-worktree', 'b.txt');
  bed.shell('printf "1.5\\n" > a.txt; printf "1.5\\n" > b.txt');
  const changes = await bed.during(bed.watch(), change);
  expect(bed.texts(changes)).toEqual({
    'a.txt': ['1.5\n', 'two\n'],
    'b.txt': ['1.5\n', 'two\n'],
    'c.txt': one,
  });
});

describe('a file that git converts is compared byte by byte', () => {
  test('with line ends by configuration, even one that is gone', async () => {
    bed.git('init', '-q');
    bed.git('config', 'core.autocrlf', 'true');
    await commitOld({ 'a.txt': 'one\r\n' });
    bed.git('config', '--unset', 'core.autocrlf');
    const changes = await bed.during(bed.watch(), change);
    expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\r\n', 'two\n'] });
  });

  testInFull('with line ends by attributes', async () => {
    await commitOld({ '.gitattributes': '* text=auto\n', 'a.txt': 'one\r\n', 'b.txt': 'one\n' });
    const changes = await bed.during(bed.watch(), change);
    expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\r\n', 'two\n'], 'b.txt': one });
  });

  test.each(['.gitattributes', 'sub/.gitattributes', '.git/info/attributes'])(
    'with a filter that keeps lengths, named in %s',
    async path => {
      await bed.commit({ 'sub/a.txt': '' });
      bed.git('config', 'filter.caesar.clean', 'tr a-y b-z');
      bed.git('config', 'filter.caesar.smudge', 'tr b-z a-y');
      await bed.write(path, '*.txt filter=caesar\n');
      await commitOld({ 'sub/a.txt': 'one\n' });
      expect(bed.git('show', 'HEAD:sub/a.txt')).toBe('pof\n');
      const changes = await bed.during(bed.watch(), () => bed.write('sub/a.txt', 'two\n'));
      expect(bed.texts(changes)).toEqual({ 'sub/a.txt': one });
    },
  );

  testInFull('with a filter that an ignored file names, for a folder far below', async () => {
    await bed.commit({ '.gitignore': '.gitattributes\n' });
    bed.git('config', 'filter.caesar.clean', 'tr a-y b-z');
    await bed.write('sub/.gitattributes', '*.txt filter=caesar\n');
    await commitOld({ 'sub/deep/er/a.txt': 'one\n' });
    expect(bed.git('show', 'HEAD:sub/deep/er/a.txt')).toBe('pof\n');
    const changes = await bed.during(bed.watch(), () => bed.write('sub/deep/er/a.txt', 'two\n'));
    expect(bed.texts(changes)).toEqual({ 'sub/deep/er/a.txt': one });
  });

  testInFull('with a filter that is named for all repositories', async () => {
    const attributes = join(bed.home, 'attributes');
    await writeFile(attributes, '*.txt filter=caesar\n');
    const settings = `[core]\nattributesFile = ${attributes}\n[filter "caesar"]\nclean = tr a-y b-z\n`;
    await writeFile(join(bed.home, '.gitconfig'), settings);
    await commitOld({ 'a.txt': 'one\n' });
    expect(bed.git('show', 'HEAD:a.txt')).toBe('pof\n');
    expect(bed.texts(await bed.during(bed.watch(), change))).toEqual({ 'a.txt': one });
  });

  testInFull(
    'with a filter for all repositories, where HOME is not set, as on Windows',
    async () => {
      vi.stubEnv('HOME', bed.home);
      const folder = join(bed.home, '.config', 'git');
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, 'attributes'), '*.txt filter=caesar\n');
      await writeFile(join(bed.home, '.gitconfig'), '[filter "caesar"]\nclean = tr a-y b-z\n');
      await commitOld({ 'a.txt': 'one\n' });
      expect(bed.git('show', 'HEAD:a.txt')).toBe('pof\n');
      const watch = bed.watch({ env: { ...bed.env, HOME: '', XDG_CONFIG_HOME: '' } });
      expect(bed.texts(await bed.during(watch, change))).toEqual({ 'a.txt': one });
    },
  );
});

describe('what is only in the index or in the history is kept by us', () => {
  test('the user’s git removes a staged content while a command runs', async () => {
    await bed.commit({ 'a.txt': 'zero\n' });
    await bed.write('a.txt', 'one\n');
    bed.git('add', 'a.txt');
    const watch = bed.watch();
    await watch.warmUp(bed.root);
    const changes = await bed.during(watch, () => {
      bed.shell('printf "two\\n" > a.txt && git add a.txt && git gc -q --prune=now');
    });
    expect(() => bed.git('cat-file', '-e', hashOf('one\n'))).toThrow();
    expect(bed.texts(changes)).toEqual({ 'a.txt': one });
  });

  testInFull('the user’s git removes a content that a later pass has taken over', async () => {
    await bed.commit({ 'a.txt': 'zero\n' });
    const watch = bed.watch();
    await watch.warmUp(bed.root);
    await bed.write('a.txt', 'one\n');
    bed.git('add', 'a.txt');
    const changes = await bed.during(watch, () => {
      bed.shell('printf "two\\n" > a.txt && git add a.txt && git gc -q --prune=now');
    });
    expect(() => bed.git('cat-file', '-e', hashOf('one\n'))).toThrow();
    expect(bed.texts(changes)).toEqual({ 'a.txt': one });
  });

  testInFull('the commit whose files were taken over is gone', async () => {
    await bed.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    const watch = bed.watch();
    await watch.warmUp(bed.root);
    bed.shell(
      'git -c user.name=A -c user.email=a@b.c commit -q --amend -m again &&' +
        'git reflog expire --expire=now --all && git gc -q --prune=now',
    );
    const changes = await bed.during(watch, change);
    expect(bed.texts(changes)).toEqual({ 'a.txt': one, 'b.txt': one });
    const next = await bed.during(watch, () => bed.write('new.txt', 'x\n'));
    expect(bed.texts(next)).toEqual({ 'new.txt': [undefined, 'x\n'] });
  });

  function hashOf(text: string): string {
    return execFileSync('git', ['hash-object', '--stdin'], { input: text }).toString().trim();
  }
});

describe('an index that is not plain', () => {
  const kinds: Readonly<Record<string, () => unknown>> = {
    'is of version 4': () => bed.git('update-index', '--index-version', '4'),
    'is split': () => bed.git('update-index', '--split-index'),
    'names a file to be added': () => bed.shell('printf "one\\n" > d.txt; git add -N d.txt'),
    'remembers untracked files': () => bed.git('update-index', '--force-untracked-cache'),
    'is empty': () => bed.git('read-tree', '--empty'),
    'is missing': () => bed.remove('.git/index'),
    'is locked': () => bed.write('.git/index.lock', ''),
    'is no index': () => bed.write('.git/index', 'no index'),
    'is cut off': () => patchIndex(bytes => bytes.subarray(0, bytes.length - 30)),
    'is a folder': () => bed.shell('rm .git/index && mkdir .git/index'),
    'claims more entries': () => patchIndex(bytes => bytes.writeUInt32BE(9, 8)),
    'leads out of the folder': () => patchIndex(bytes => bytes.write('../xx', nameOf(bytes))),
    'leads into the git folder': () => patchIndex(bytes => bytes.write('.git/', nameOf(bytes))),
    'is out of order': () => patchIndex(bytes => bytes.write('z.txt', nameOf(bytes))),
    'names objects that are missing': () => patchIndex(bytes => bytes.fill(7, 52, 72)),
    'names a tree as a file': () =>
      patchIndex(bytes =>
        Buffer.from(bed.git('rev-parse', 'HEAD^{tree}').trim(), 'hex').copy(bytes, 52),
      ),
  };

  const shown = ['is split', 'is locked', 'is cut off', 'leads out of the folder'];
  test.each(rowsOf(shown, Object.keys(kinds)))('that %s', async kind => {
    await commitOld({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'c.txt': 'one\n' });
    kinds[kind]?.();
    const watch = bed.watch();
    const changes = await bed.during(watch, change);
    expect(bed.texts(changes)).toMatchObject({ 'a.txt': one, 'b.txt': one, 'c.txt': one });
    expect(notes(changes)).toEqual([]);
    const next = await bed.during(watch, () => bed.write('a.txt', '3\n'));
    expect(bed.texts(next)).toEqual({ 'a.txt': ['two\n', '3\n'] });
  });

  testInFull('that a sparse checkout has shortened', async () => {
    await bed.commit({ 'in/a.txt': 'one\n', 'out/b.txt': 'one\n', 'out/c.txt': 'one\n' });
    bed.git('sparse-checkout', 'init', '--cone', '--sparse-index');
    bed.git('sparse-checkout', 'set', 'in');
    const changes = await bed.during(bed.watch(), () =>
      bed.shell('printf "two\\n" > in/a.txt; mkdir -p out; printf "two\\n" > out/b.txt'),
    );
    expect(bed.texts(changes)).toEqual({ 'in/a.txt': one, 'out/b.txt': [undefined, 'two\n'] });
  });

  test('that holds a conflict', async () => {
    await bed.commit({ 'a.txt': 'zero\n', 'b.txt': 'one\n' });
    bed.shell(
      'git() { command git -c user.name=A -c user.email=a@b.c "$@"; };' +
        'git checkout -q -b other; echo x > a.txt; git commit -qam x; git checkout -q -;' +
        'echo y > a.txt; git commit -qam y; git merge -q other || true; printf "one\\n" > a.txt',
    );
    const changes = await bed.during(bed.watch(), change);
    expect(bed.texts(changes)).toEqual({ 'a.txt': one, 'b.txt': one });
  });

  testInFull('of a repository with names of another length', async () => {
    await mkdir(bed.root, { recursive: true });
    bed.git('init', '-q', '--object-format=sha256');
    await commitOld({ 'a.txt': 'one\n' });
    const config = readFileSync(bed.at('.git/config'), 'utf8');
    await bed.write('.git/config', config.replace('= sha256', '= "sha256"'));
    const changes = await bed.during(bed.watch(), change);
    expect(bed.texts(changes)).toEqual({ 'a.txt': one });
  });

  testInFull('with links and submodules', async () => {
    await bed.write('sub/inner.txt', 'one\n');
    execFileSync('git', ['init', '-q'], { cwd: bed.at('sub'), env: bed.env });
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.c'];
    for (const args of [
      ['add', '-A'],
      [...author, 'commit', '-qm', 'inner'],
    ]) {
      execFileSync('git', args, { cwd: bed.at('sub'), env: bed.env });
    }
    await symlink('a.txt', bed.at('link'));
    await bed.commit({ 'a.txt': 'one\n' });
    const watch = bed.watch();
    const changes = await bed.during(watch, () =>
      bed.shell('printf "two\\n" > a.txt; printf "two\\n" > sub/inner.txt; ln -sf b.txt link'),
    );
    expect(bed.texts(changes)).toEqual({ 'a.txt': one });
  });

  testInFull('whose files have other permissions than it says', async () => {
    await bed.commit({ 'a.txt': 'one\n', 'b.sh': 'one\n' });
    await chmod(bed.at('b.sh'), 0o755);
    bed.git('config', 'core.fileMode', 'false');
    const [deleted] = found(await bed.during(bed.watch(), () => bed.remove('b.sh')));
    expect(deleted).toMatchObject({ modeBefore: 0o755 });
  });
});

test('programs that the repository names are not started', async () => {
  await bed.commit({ 'a.txt': 'one\n' });
  const mark = join(bed.top, 'started');
  const program = `touch ${mark};`;
  appendFileSync(
    bed.at('.git/config'),
    `[core]\nfsmonitor = "${program}"\nhooksPath = ${bed.at('hooks')}\n[filter "x"]\nclean = "${program}"\nsmudge = "${program}"\n[extensions]\nworktreeConfig = true\n`,
  );
  await bed.write('.gitmodules', 'no [configuration\n');
  await bed.write('hooks/post-index-change', `#!/bin/sh\n${program}\n`);
  await chmod(bed.at('hooks/post-index-change'), 0o755);
  await bed.write('.gitattributes', '* filter=x diff=x\n');
  const changes = await bed.during(bed.watch(), change);
  expect(bed.texts(changes)).toEqual({ 'a.txt': one });
  expect(await readdir(bed.top)).not.toContain('started');
});

testInFull('a shadow that began with an old index does not count as unused for long', async () => {
  await commitOld({ 'a.txt': 'one\n' });
  const old = Date.now() / 1000 - 100 * 24 * 3600;
  utimesSync(bed.at('.git/index'), old, old);
  const watch = bed.watch();
  expect(await bed.during(watch, () => undefined)).toMatchObject({ kind: 'found', changes: [] });
  watch.dispose();
  const collector = new ShadowCollector({
    folder: bed.storage,
    baselines: join(bed.top, 'baselines'),
    limits: () => ({ maxSize: 1_000_000, maxAge: 30 * 24 * 3_600_000 }),
    clock: systemClock,
  });
  await collector.collect();
  expect(await readdir(await shadowFolder())).toContain('index');
});

testInFull('a repository in a folder with an unusual name is taken over', async () => {
  const folder = bed.at('a:b;"c\\d e');
  await mkdir(folder);
  await writeFile(join(folder, 'a.txt'), 'one\n');
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@b.c'];
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'first'],
  ]) {
    execFileSync('git', args, { cwd: folder, env: bed.env });
  }
  const watch = bed.watch();
  await watch.warmUp(folder);
  expect(await storedObjects()).toBe(0);
  const command = () => writeFile(join(folder, 'a.txt'), 'two\n');
  const [changed] = found(await bed.during(watch, command, folder));
  expect(Buffer.from(changed?.before ?? []).toString()).toBe('one\n');
});

testInFull('a git without this kind of status is asked as before', async () => {
  await bed.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
  const env = await bed.refusingStatus();
  const watch = bed.watch({ env });
  expect(bed.texts(await bed.during(watch, change))).toEqual({ 'a.txt': one, 'b.txt': one });
  expect(bed.texts(await bed.during(watch, () => bed.remove('a.txt')))).toEqual({
    'a.txt': ['two\n', undefined],
  });
});

test('the user’s repository stays as it is', async () => {
  await bed.commit({ 'a.txt': 'one\n' });
  const look = () => [readFileSync(bed.at('.git/index')), statSync(bed.at('.git/index')).mtimeMs];
  const before = look();
  await bed.during(bed.watch({ log: silentLog }), () => bed.write('a.txt', 'two\n'));
  expect(look()).toEqual(before);
});

/** Changes the user's index, and its checksum with it. */
function patchIndex(patch: (bytes: Buffer) => unknown): void {
  const path = bed.at('.git/index');
  const bytes = readFileSync(path).subarray(0, -20);
  const patched = patch(bytes);
  writeFileSync(
    path,
    Buffer.concat([Buffer.isBuffer(patched) ? patched : bytes, Buffer.alloc(20)]),
  );
}

/** Returns where the name of the first entry begins. */
function nameOf(bytes: Buffer): number {
  return bytes.indexOf('a.txt');
}
