import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { ShadowRepository } from '../../../../../src/core/edits/workspace/shadowRepository';
import { WatchedTree } from '../../../../../src/core/edits/workspace/watchedTree';
import { findWorkTree } from '../../../../../src/core/edits/workspace/workTree';
import { GitProgram } from '../../../../../src/node/git/gitProgram';
import { systemClock } from '../../../../../src/node/systemClock';
import { testInFull } from '../../../../support/inFull';
import { WorkspaceBed } from './workspaceBed';

let bed: WorkspaceBed;
let shadow: ShadowRepository;
let tree: WatchedTree;

/** Tracked files beside `a.txt`. */
const many = Array.from({ length: 501 }, (_, index) => `many/${index}.txt`);

beforeEach(async () => {
  bed = await WorkspaceBed.create();
  await bed.commit({ 'a.txt': 'one\n', ...Object.fromEntries(many.map(path => [path, 'one\n'])) });
  await mkdir(bed.storage);
  const work = await findWorkTree(bed.root, bed.home);
  if (typeof work === 'string') {
    throw new Error(work);
  }
  const git = new GitProgram({ env: bed.env, platform: process.platform });
  shadow = new ShadowRepository(git, join(bed.storage, 'shadow'), work);
  tree = new WatchedTree({
    root: bed.root,
    shadow,
    limits: {
      passTime: 25_000,
      warmUpTime: 60_000,
      file: 1_000_000,
      pass: 1_000_000,
      newFiles: 100,
      store: 1_000_000,
    },
    clock: systemClock,
    log: silentLog,
  });
});

afterEach(async () => {
  tree.dispose();
  await bed.dispose();
});

test('reading the work tree just after a command has begun does not hide its changes', async () => {
  await tree.warmUp();
  for (let file = 0; file < 250; file += 1) {
    tree.noteChange();
  }
  const begun = tree.begin(bed.root);
  const reading = tree.warmUp();
  const mark = await begun;
  if (typeof mark === 'string') {
    throw new Error(mark);
  }
  bed.shell('echo two > a.txt');
  await reading;
  expect(bed.texts(await tree.end(mark))).toEqual({ 'a.txt': ['one\n', 'two\n'] });
});

testInFull(
  'a shadow that has become long to list is tidied up, and finds changes as before',
  async () => {
    const head = () => readFile(join(bed.storage, 'shadow', 'HEAD'), 'utf8');
    await tree.warmUp();
    const first = await head();
    expect(first.trim()).toBe(bed.git('rev-parse', 'HEAD').trim());

    await during('for file in many/?.txt; do echo two > $file; done');
    await during('true');
    await tree.warmUp();
    expect(await head()).toBe(first);

    await during('for file in many/*.txt; do echo two > $file; done');
    await during('true');
    await tree.warmUp();
    const second = await head();
    expect(second).not.toBe(first);
    await tree.warmUp();
    expect(await head()).toBe(second);

    expect(await during('echo three > many/7.txt')).toEqual({
      'many/7.txt': ['two\n', 'three\n'],
    });
  },
);

testInFull(
  'tidying up that fails is not tried again at each prompt, and changes are found',
  async () => {
    await tree.warmUp();
    await during('for file in many/*.txt; do echo two > $file; done');
    await during('true');
    expect(shadow.isUntidy).toBe(true);
    // Nothing can be written in its place.
    await mkdir(join(bed.storage, 'shadow', 'HEAD.new'));
    await tree.warmUp();
    expect(shadow.isUntidy).toBe(false);
    expect(await during('echo two > a.txt')).toEqual({ 'a.txt': ['one\n', 'two\n'] });
  },
);

async function during(command: string): Promise<unknown> {
  const mark = await tree.begin(bed.root);
  if (typeof mark === 'string') {
    throw new Error(mark);
  }
  bed.shell(command);
  return bed.texts(await tree.end(mark));
}
