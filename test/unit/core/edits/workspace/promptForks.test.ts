import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testInFull } from '../../../../support/inFull';
import { WorkspaceBed } from './workspaceBed';

let bed: WorkspaceBed;
let forks = 0;
const count = () => {
  forks += 1;
};

beforeEach(async () => {
  bed = await WorkspaceBed.create();
  await bed.commit({ 'a.txt': 'one\n', '.gitignore': '*.log\n' });
  subscribe('child_process', count);
});

afterEach(async () => {
  unsubscribe('child_process', count);
  await bed.dispose();
});

/** Counts the processes that the work starts. */
async function forksOf(work: () => Promise<unknown>): Promise<number> {
  const before = forks;
  await work();
  return forks - before;
}

test('a prompt starts no process when the work tree has been read', async () => {
  const watch = bed.watch();
  expect(await forksOf(() => watch.warmUp(bed.root))).toBeGreaterThan(5);
  expect(await forksOf(() => watch.warmUp(bed.root))).toBe(0);
});

test('a prompt starts no process after a command and after a few edits', async () => {
  const watch = bed.watch();
  await watch.warmUp(bed.root);
  await bed.during(watch, () => bed.write('a.txt', 'two\n'));
  await bed.write('a.txt', 'typed\n');
  watch.noteChange(bed.at('a.txt'));
  expect(await forksOf(() => watch.warmUp(bed.root))).toBe(0);
  const changes = await bed.during(watch, () => bed.write('a.txt', 'three\n'));
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['typed\n', 'three\n'] });
});

test('a prompt reads the work tree again once the user has tracked an ignored file', async () => {
  const watch = bed.watch();
  await bed.write('kept.log', 'one\n');
  await watch.warmUp(bed.root);
  bed.git('add', '-f', 'kept.log');
  await watch.warmUp(bed.root);
  const changes = await bed.during(watch, () => bed.write('kept.log', 'two\n'));
  expect(bed.texts(changes)).toEqual({ 'kept.log': ['one\n', 'two\n'] });
});

testInFull('a prompt takes over new global rules for ignored files', async () => {
  const watch = bed.watch();
  await watch.warmUp(bed.root);
  await writeFile(join(bed.home, 'names'), '*.swp\n');
  await writeFile(join(bed.home, '.gitconfig'), '[core]\n\texcludesFile = ~/names\n');
  await watch.warmUp(bed.root);
  const first = await bed.during(watch, () => bed.shell('touch a.swp && echo x > b'));
  expect(bed.texts(first)).toEqual({ b: [undefined, 'x\n'] });
  await writeFile(join(bed.home, 'names'), '*.swp\n*.tmp\n');
  await watch.warmUp(bed.root);
  const second = await bed.during(watch, () => bed.shell('touch a.tmp && echo x > c'));
  expect(bed.texts(second)).toEqual({ c: [undefined, 'x\n'] });
});

testInFull('many changes beside commands are read before the next command', async () => {
  const watch = bed.watch();
  await watch.warmUp(bed.root);
  for (let file = 0; file < 250; file += 1) {
    watch.noteChange(bed.at(`new${file}`));
  }
  watch.noteChange(join(bed.top, 'elsewhere'));
  expect(await forksOf(() => watch.warmUp(bed.root))).toBeGreaterThan(5);
  expect(await forksOf(() => watch.warmUp(bed.root))).toBe(0);
});

testInFull('a store that exceeds its limit while the window is open is recreated', async () => {
  const watch = bed.watch({ limits: { store: 40 } });
  await watch.warmUp(bed.root);
  await bed.during(watch, () => bed.write('a.txt', `${'x'.repeat(50)}\n`));
  expect(await forksOf(() => watch.warmUp(bed.root))).toBeGreaterThan(5);
});
