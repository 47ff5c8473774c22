import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkspaceWatch } from '../../../../../src/core/edits/workspace/workspaceWatch';
import { testInFull } from '../../../../support/inFull';
import { WorkspaceBed } from './workspaceBed';

/** Passes list folders again only if their times have changed. */

let bed: WorkspaceBed;
let watch: WorkspaceWatch;

beforeEach(async () => {
  bed = await WorkspaceBed.create();
  await bed.commit({ 'dir/a.txt': 'one\n', 'dir/deep/b.txt': 'one\n', '.gitignore': '*.log\n' });
  watch = bed.watch();
  await watch.warmUp(bed.root);
});

afterEach(() => bed.dispose());

const isNew = (content: string) => [undefined, content];

/** Runs commands one after the other; returns what each has changed. */
async function each(...commands: readonly string[]) {
  const all = [];
  for (const command of commands) {
    all.push(bed.texts(await bed.during(watch, () => bed.shell(command))));
  }
  return all;
}

test('files come and go in the same folder, command after command', async () => {
  expect(
    await each('echo x > dir/x', 'rm dir/x', 'echo x > dir/x', 'mv dir/x dir/y', 'true'),
  ).toEqual([
    { 'dir/x': isNew('x\n') },
    { 'dir/x': ['x\n', undefined] },
    { 'dir/x': isNew('x\n') },
    { 'dir/x': ['x\n', undefined], 'dir/y': isNew('x\n') },
    {},
  ]);
});

testInFull('a command sets the time of a folder back', async () => {
  const found = await each(
    'touch -r dir/deep /tmp/$$ && echo x > dir/deep/x && touch -r /tmp/$$ dir/deep; rm /tmp/$$',
    'touch -d "2001-01-01" dir && echo y > dir/y && touch -d "2001-01-01" dir',
    'echo z > dir/z && touch -d "2001-01-01" dir',
  );
  expect(found).toEqual([
    { 'dir/deep/x': isNew('x\n') },
    { 'dir/y': isNew('y\n') },
    { 'dir/z': isNew('z\n') },
  ]);
});

testInFull('a folder whose time lies in the future is listed each time', async () => {
  utimesSync(bed.at('dir'), 4_000_000_000, 4_000_000_000);
  expect(
    await each('true', 'echo x > dir/x && touch -d @4000000000 dir', 'echo y > dir/y'),
  ).toEqual([{}, { 'dir/x': isNew('x\n') }, { 'dir/y': isNew('y\n') }]);
});

testInFull('folders change places', async () => {
  await each('mkdir -p one two && echo 1 > one/f && echo 2 > two/g');
  expect(await each('mv one three && mv two one && mv three two')).toEqual([
    {
      'one/f': ['1\n', undefined],
      'one/g': isNew('2\n'),
      'two/f': isNew('1\n'),
      'two/g': ['2\n', undefined],
    },
  ]);
});

test('an empty folder, and one with ignored files only, get a file', async () => {
  await each('mkdir empty logs && echo x > logs/a.log', 'true');
  expect(await each('echo x > empty/x', 'echo x > logs/x', 'echo y > logs/b.log')).toEqual([
    { 'empty/x': isNew('x\n') },
    { 'logs/x': isNew('x\n') },
    {},
  ]);
});

testInFull('rules for ignored files change, and no folder with them', async () => {
  await each('echo x > dir/a.log', 'true');
  expect(
    await each(
      'printf "*.tmp\\n" > .gitignore && echo y > dir/b.tmp',
      'echo z > dir/a.log',
      'printf "a*\\n" > dir/.gitignore && echo x > dir/another && echo x > dir/deep/another',
      'printf "" > dir/.gitignore && echo y > dir/yet',
    ),
  ).toEqual([
    { '.gitignore': ['*.log\n', '*.tmp\n'], 'dir/a.log': isNew('x\n') },
    { 'dir/a.log': ['x\n', 'z\n'] },
    { 'dir/.gitignore': isNew('a*\n') },
    {
      'dir/.gitignore': ['a*\n', ''],
      'dir/another': isNew('x\n'),
      'dir/deep/another': isNew('x\n'),
      'dir/yet': isNew('y\n'),
    },
  ]);
});

test('the rules of the repository that no file shares change', async () => {
  expect(
    await each('echo "*.own" >> .git/info/exclude && echo x > dir/a.own', 'echo x > dir/b'),
  ).toEqual([{}, { 'dir/b': isNew('x\n') }]);
});

test('a repository is created in a known folder', async () => {
  await each('mkdir nested known && echo x > known/x', 'true');
  const [created] = await each('cd nested && git init -q && echo y > y');
  expect(created).toEqual({});
});

testInFull('many folders come, are remembered, and change', async () => {
  const many = 'for n in $(seq 600); do mkdir -p "m$((n % 60))"; echo $n > "m$((n % 60))/$n"; done';
  const [made] = await each(many);
  expect(Object.keys(made ?? {})).toHaveLength(600);
  // A prompt brings the index in order once so much has come.
  await watch.warmUp(bed.root);
  expect(await each('true', 'echo x > m7/x; rm m8/8', 'rm -r m9')).toEqual([
    {},
    { 'm7/x': isNew('x\n'), 'm8/8': ['8\n', undefined] },
    Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`m9/${9 + 60 * n}`, [`${9 + 60 * n}\n`, undefined]]),
    ),
  ]);
});

testInFull('random commands are told as they were, in two windows', async () => {
  const other = bed.watch();
  await other.warmUp(bed.root);
  let seed = 21;
  const pick = (count: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * count);
  };
  for (let round = 0; round < 40; round += 1) {
    const [folder, file] = [`r${pick(3)}/s${pick(2)}`, `f${pick(4)}`];
    const actions = [
      `mkdir -p ${folder} && echo ${round} > ${folder}/${file}`,
      `rm -f ${folder}/${file}`,
      `rm -rf r${pick(3)}`,
      `test -d ${folder} && rm -rf moved && mv ${folder} moved || true`,
      `mkdir -p ${folder} && touch -d "2002-02-02" ${folder}`,
      `test -e ${folder}/${file} && mv ${folder}/${file} dir/${file} || true`,
      `printf "f${pick(4)}\\n" > dir/.gitignore; rm dir/.gitignore`,
    ];
    const before = contents();
    const by = pick(2) === 0 ? watch : other;
    const changes = await bed.during(by, () => bed.shell(actions[pick(actions.length)] ?? ''));
    expect(bed.texts(changes), `round ${round}`).toEqual(differences(before, contents()));
  }
});

function contents(): ReadonlyMap<string, string> {
  const files = readdirSync(bed.root, { recursive: true, encoding: 'utf8' })
    .map(path => join(bed.root, path))
    .filter(path => !path.startsWith(bed.at('.git/')) && statSync(path).isFile());
  return new Map(files.map(path => [relative(bed.root, path), readFileSync(path, 'utf8')]));
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return Object.fromEntries(
    [...paths]
      .filter(path => before.get(path) !== after.get(path))
      .map(path => [path, [before.get(path), after.get(path)]]),
  );
}
