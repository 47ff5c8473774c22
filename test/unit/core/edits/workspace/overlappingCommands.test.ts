import { afterEach, beforeEach, expect, test } from 'vitest';
import { testInFull } from '../../../../support/inFull';
import { found, WorkspaceBed } from './workspaceBed';

let bed: WorkspaceBed;

beforeEach(async () => {
  bed = await WorkspaceBed.create();
  await bed.commit({ 'a.txt': '0\n', 'b.txt': '0\n' });
});

afterEach(() => bed.dispose());

test('each of two overlapping commands reports what changed while it ran', async () => {
  const watch = bed.watch();
  await watch.before('first', bed.root);
  await bed.write('a.txt', '1\n');
  await watch.before('second', bed.root);
  await bed.write('a.txt', '2\n');
  await bed.write('both.txt', 'x\n');
  const first = await watch.after('first');
  await bed.write('b.txt', '3\n');
  const second = await watch.after('second');
  expect(bed.texts(first)).toEqual({ 'a.txt': ['0\n', '2\n'], 'both.txt': [undefined, 'x\n'] });
  expect(bed.texts(second)).toEqual({
    'a.txt': ['1\n', '2\n'],
    'b.txt': ['0\n', '3\n'],
    'both.txt': [undefined, 'x\n'],
  });
  expect(found(first).map(change => change.isUncertain)).toEqual([true, true]);
  expect(found(second).map(change => change.isUncertain)).toEqual([true, false, true]);
});

testInFull(
  'changes from before a second command are certain and reported by the first only',
  async () => {
    const watch = bed.watch();
    await watch.before('first', bed.root);
    await bed.write('a.txt', '1\n');
    await watch.before('second', bed.root);
    const [first, second] = await Promise.all([watch.after('first'), watch.after('second')]);
    expect(bed.texts(first)).toEqual({ 'a.txt': ['0\n', '1\n'] });
    expect(found(first)[0]?.isUncertain).toBe(false);
    expect(bed.texts(second)).toEqual({});
  },
);

testInFull('a change undone by a later command is not reported by the enclosing one', async () => {
  const watch = bed.watch();
  await watch.before('around', bed.root);
  const inner = await bed.during(watch, () => bed.write('a.txt', '1\n'));
  const undo = await bed.during(watch, () => bed.write('a.txt', '0\n'));
  expect([bed.texts(inner), bed.texts(undo)]).toEqual([
    { 'a.txt': ['0\n', '1\n'] },
    { 'a.txt': ['1\n', '0\n'] },
  ]);
  expect(bed.texts(await watch.after('around'))).toEqual({});
});

testInFull('changes alongside a forgotten command are uncertain', async () => {
  const watch = bed.watch();
  await watch.before('first', bed.root);
  await watch.before('forgotten', bed.root);
  await bed.write('a.txt', '1\n');
  watch.forget('forgotten');
  expect(found(await watch.after('first'))[0]?.isUncertain).toBe(true);
});

test('two windows on the same work tree do not take changes from each other', async () => {
  const [one, other] = [bed.watch(), bed.watch()];
  await one.before('one', bed.root);
  await bed.write('a.txt', '1\n');
  const second = await bed.during(other, () => bed.write('b.txt', '1\n'));
  expect(bed.texts(second)).toEqual({ 'b.txt': ['0\n', '1\n'] });
  expect(Object.keys(bed.texts(await one.after('one')))).toEqual(['a.txt', 'b.txt']);
});
