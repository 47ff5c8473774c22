import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ToolCallId } from '../../../../../src/contract/ids';
import type { ChannelReview } from '../../../../../src/core/edits/review/channelReview';
import { reviewFolder } from '../../../../../src/core/edits/review/reviewFolder';
import { TrackedEdits } from '../../../../support/trackedEdits';
import { channelId, ReviewBed } from './reviewBed';

let bed: ReviewBed;

beforeEach(async () => {
  bed = await ReviewBed.open();
});
afterEach(() => bed.remove());

describe('changes to one file', () => {
  test('are pending together, from before the first to after the last', async () => {
    await bed.write('a', '1\n2\n');
    await bed.change('t1', 'a', '1\nB\n');
    await bed.change('t2', 'a', 'A\nB\n');
    await bed.change('t1', 'a', 'A\nB\nC\n');
    expect(await bed.waiting('a')).toEqual({
      before: '1\n2\n',
      after: 'A\nB\nC\n',
      tools: ['t1', 't2'],
    });
    expect(bed.channel.record.changes.length).toBe(3);
  });

  test('leave nothing pending when they restore the original text', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    await bed.change('t2', 'a', '1\n');
    expect(bed.channel.files).toEqual([]);
    expect(bed.channel.record.changes.length).toBe(2);
  });

  test('keep the permissions of a file that a command deletes afterwards', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    const [pending] = bed.channel.files;
    const [made] = bed.channel.record.changes;
    if (!pending?.after || !made) throw new Error('Nothing is pending');
    const after = { ref: pending.after.ref, mode: 0o600 };
    await bed.channel.decide(pending, { ...pending, after });
    await bed.channel.add([{ ...made, old: { ref: after.ref }, new: null }]);
    expect(bed.channel.record.changes.at(-1)).toMatchObject({ old: after, new: null });
  });

  test('exclude what the user typed in between', async () => {
    await bed.write('a', '1\n2\n3\n4\n5\n');
    await bed.change('t1', 'a', '1\nB\n3\n4\n5\n');
    await bed.write('a', '1\nB\n3\n4\ntyped\n');
    await bed.change('t2', 'a', 'A\nB\n3\n4\ntyped\n');
    expect(await bed.waiting('a')).toMatchObject({
      before: '1\n2\n3\n4\ntyped\n',
      after: 'A\nB\n3\n4\ntyped\n',
    });
  });

  test('stay pending as the agent made them where the user edited the same lines', async () => {
    await bed.write('a', '1\n2\n3\n');
    await bed.change('t1', 'a', '1\nB\n3\n');
    await bed.write('a', '1\ntyped\n3\n');
    await bed.change('t2', 'a', 'A\ntyped\n3\n');
    expect(await bed.waiting('a')).toMatchObject({
      before: '1\n2\n3\n',
      after: 'A\nB\n3\n',
    });
    expect((await bed.view('a'))?.hunks).toMatchObject([{ isEdited: true }]);
  });

  test('are uncertain if one of them is', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n', true);
    await bed.change('t2', 'a', '3\n');
    expect(bed.review('a')?.isUncertain).toBe(true);
  });
});

describe('a file that comes and goes', () => {
  const by = (tools: string[], before: string | null, after: string | null) => ({
    before,
    after,
    tools,
  });

  test.each([
    ['is created', [['t1', 'x\n']], by(['t1'], null, 'x\n')],
    [
      'is created and deleted',
      [
        ['t1', 'x\n'],
        ['t2', null],
      ],
      undefined,
    ],
    [
      'is created, deleted and recreated',
      [
        ['t1', 'x\n'],
        ['t2', null],
        ['t3', 'y\n'],
      ],
      by(['t3'], null, 'y\n'),
    ],
    [
      'is created, and deleted by the user',
      [
        ['t1', 'x\n'],
        ['', null],
      ],
      by(['t1'], null, 'x\n'),
    ],
    [
      'is created, deleted by the user and recreated',
      [
        ['t1', 'x\n'],
        ['', null],
        ['t2', 'y\n'],
      ],
      by(['t2'], null, 'y\n'),
    ],
    [
      'is deleted',
      [
        ['', 'x\n'],
        ['t1', null],
      ],
      by(['t1'], 'x\n', null),
    ],
    [
      'is deleted and recreated unchanged',
      [
        ['', 'x\n'],
        ['t1', null],
        ['t2', 'x\n'],
      ],
      undefined,
    ],
    [
      'is deleted and recreated with other content',
      [
        ['', 'x\n'],
        ['t1', null],
        ['t2', 'y\n'],
      ],
      by(['t1', 't2'], 'x\n', 'y\n'),
    ],
    [
      'is deleted, recreated by the user and changed',
      [
        ['', 'x\n'],
        ['t1', null],
        ['', 'p\n'],
        ['t2', 'q\n'],
      ],
      by(['t2'], 'p\n', 'q\n'),
    ],
    [
      'is deleted, recreated by the user and deleted',
      [
        ['', 'x\n'],
        ['t1', null],
        ['', 'p\n'],
        ['t2', null],
      ],
      by(['t2'], 'p\n', null),
    ],
    [
      'is changed, deleted by the user and recreated',
      [
        ['', 'x\n'],
        ['t1', 'y\n'],
        ['', null],
        ['t2', 'z\n'],
      ],
      by(['t2'], null, 'z\n'),
    ],
  ] as const)('%s', async (_, steps, expected) => {
    for (const [tool, text] of steps) {
      await (tool ? bed.change(tool, 'a', text) : bed.write('a', text));
    }
    expect(await bed.waiting('a')).toEqual(expected);
  });
});

describe('a pending change after another change to its file', () => {
  const operation = async (old: string, now: string) => ({
    path: bed.path('a'),
    old: await bed.edits.contents.keep(Buffer.from(old)),
    new: await bed.edits.contents.keep(Buffer.from(now)),
  });

  test('is shifted to the new content', async () => {
    await bed.write('a', '1\n2\n3\n4\n');
    await bed.change('t1', 'a', '1\n2\n3\nD\n');
    const shifted = await bed.channel.steps.shifted(
      bed.review('a'),
      await operation('1\n2\n3\nD\n', 'A\n2\n3\nD\n'),
    );
    expect(await bed.stored(shifted?.before ?? null)).toBe('A\n2\n3\n4\n');
    expect(await bed.stored(shifted?.after ?? null)).toBe('A\n2\n3\nD\n');
  });

  test('disappears if the other change reverts it', async () => {
    await bed.write('a', '1\n2\n');
    await bed.change('t1', 'a', '1\nB\n');
    const back = await operation('1\nB\n', '1\n2\n');
    expect(await bed.channel.steps.shifted(bed.review('a'), back)).toBeUndefined();
    expect(await bed.channel.steps.shifted(undefined, back)).toBeUndefined();
  });
});

describe('a renamed file', () => {
  test('is pending under its new name', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    const told: string[][] = [];
    bed.channel.onChanged(paths => told.push([...paths]));
    await bed.channel.move(bed.path('a'), bed.path('b'));
    expect(told).toEqual([[bed.path('a'), bed.path('b')]]);
    expect(bed.review('a')).toBeUndefined();
    expect(await bed.waiting('b')).toMatchObject({ before: '1\n', after: '2\n' });
    await bed.channel.move(bed.path('a'), bed.path('c'));
    expect(bed.channel.files.length).toBe(1);
  });

  test('can still be kept and undone turn by turn', async () => {
    await bed.write('a', '1\n2\n3\n4\n5\n');
    await bed.change('t1', 'a', 'A\n2\n3\n4\n5\n');
    await bed.change('t2', 'a', 'A\n2\nC\n4\n5\n');
    await bed.change('t3', 'a', 'A\n2\nC\n4\nE\n');
    await bed.write('b', await bed.text('a'));
    await bed.write('a', null);
    await bed.edits.reviews.moved(bed.path('a'), bed.path('b'));
    await bed.undoTools('t1');
    await bed.keepTools('t2');
    expect(await bed.text('b')).toBe('1\n2\nC\n4\nE\n');
    expect(await bed.waiting('b')).toEqual({
      before: '1\n2\nC\n4\n5\n',
      after: '1\n2\nC\n4\nE\n',
      tools: ['t3'],
    });
  });
});

describe('operations', () => {
  test('are recorded with their changes, which stay when an operation is dropped', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    const done = await bed.undo('a');
    expect(bed.channel.files).toEqual([]);
    expect(bed.channel.record.changes.map(({ toolId }) => toolId)).toEqual(['t1', undefined]);
    expect(bed.channel.record.operations).toEqual(done?.operations.map(one => one.operation));
    await bed.channel.dropOperation(done?.operations[0]?.operation.id ?? '');
    expect(bed.channel.record.operations).toEqual([]);
    expect(bed.channel.record.changes.length).toBe(2);
  });

  test('are limited to the newest 50', async () => {
    for (let count = 0; count < 60; count += 1) {
      await bed.channel.addOperation({ id: `${count}`, at: count, label: '', files: [] });
    }
    const { operations } = bed.channel.record;
    expect([operations.length, operations[0]?.id, operations.at(-1)?.id]).toEqual([50, '10', '59']);
  });
});

test('changes added concurrently are applied one after another', async () => {
  const { contents } = bed.edits;
  const states = await Promise.all(
    ['0\n', '1\n', '2\n', '3\n'].map(text => contents.keep(Buffer.from(text))),
  );
  const path = bed.path('a');
  await Promise.all(
    states.slice(1).map((now, index) =>
      bed.channel.add([
        {
          at: index,
          path,
          old: states[index] ?? null,
          new: now,
          toolId: `t${index}` as ToolCallId,
        },
      ]),
    ),
  );
  expect(await bed.waiting('a')).toEqual({
    before: '0\n',
    after: '3\n',
    tools: ['t0', 't1', 't2'],
  });
});

test("a fork inherits its origin's changes, none of them pending", async () => {
  await bed.write('a', '1\n');
  await bed.change('t2', 'a', '2\n');
  const [own] = bed.channel.record.changes;
  const content = await bed.edits.contents.keep(Buffer.from('origin'));
  await bed.channel.inherit([{ at: 0, path: bed.path('b'), old: null, new: content }]);
  expect(bed.channel.record.changes.map(({ path }) => path)).toEqual([bed.path('b'), own?.path]);
  expect(bed.channel.files.length).toBe(1);
});

test('a call that ends with its changes is no longer open, and gives the conversation a title', async () => {
  await bed.write('a', '1\n');
  const old = await bed.edits.contents.keep(Buffer.from('0\n'));
  const now = await bed.edits.contents.keep(Buffer.from('1\n'));
  const [toolId, other] = ['t1', 't2'] as ToolCallId[] as [ToolCallId, ToolCallId];
  await bed.channel.beginCommand({ toolId, at: 1 });
  await bed.channel.beginCommand({ toolId: other, at: 2 });
  const change = { at: 1, path: bed.path('a'), old, new: now, toolId };
  await bed.channel.add([change], { toolId, title: 'A title' });
  const { commands, title, changes } = bed.channel.record;
  expect(commands).toEqual([{ toolId: other, at: 2 }]);
  expect(title).toBe('A title');
  expect(changes).toHaveLength(1);
});

describe('the review record', () => {
  test('survives reopening the window', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n', true);
    await bed.change('t2', 'b', 'new\n');
    await bed.undo('b');
    const old = await bed.edits.contents.keep(Buffer.from('1\n'));
    await bed.channel.begin([{ toolId: 't3' as ToolCallId, at: 9, path: bed.path('a'), old }]);
    await bed.channel.rename('A title');
    const { record } = bed.channel;
    await bed.close();
    bed = await ReviewBed.open(bed.root);
    expect(bed.channel.record).toEqual(record);
    expect(await bed.waiting('a')).toMatchObject({ before: '1\n', after: '2\n' });
    expect(record.operations.length).toBe(1);
    await bed.channel.end('t3');
    expect(bed.channel.record.open).toEqual([]);
  });

  test('is set aside on disk if it cannot be read', async () => {
    const folder = reviewFolder(`${bed.root}/storage/reviews`, bed.root);
    await bed.close();
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${channelId}.json`, '{"version":1,"data":{"files":"none"}}');
    bed = await ReviewBed.open(bed.root);
    expect(bed.channel.files).toEqual([]);
    await bed.change('t1', 'a', 'new\n');
    await bed.channel.flush();
    const names = (await readdir(folder)).sort();
    expect(names).toEqual([`${channelId}.json`, expect.stringContaining('.unreadable-')]);
  });
});

describe('a decision made in another window', () => {
  let other: TrackedEdits;
  let review: ChannelReview;
  const call = () => ({ toolId: 't9' as ToolCallId, at: 9, path: bed.path('b'), old: null });

  beforeEach(async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    await bed.channel.begin([call()]);
    await bed.channel.flush();
    const { baselines } = bed.edits;
    other = new TrackedEdits(`${bed.root}/storage`, { baselines });
    review = await other.reviews.open(bed.root, channelId);
  });
  afterEach(() => other.dispose());

  test.each([
    ['begins', () => review.begin([{ ...call(), toolId: 't10' as ToolCallId }])],
    ['ends', () => review.end('t9')],
    ['gives the conversation a title', () => review.rename('A title')],
  ])('stays when a call %s here', async (_, act) => {
    const told: (readonly string[])[] = [];
    review.onChanged(paths => told.push(paths));
    await bed.undo('a');
    await bed.channel.flush();
    await act();
    await review.flush();
    expect(told).toContainEqual([bed.path('a')]);
    expect(review.files).toEqual([]);
    const { value } = await other.files.open(bed.root, channelId);
    expect(value.files).toEqual([]);
    expect(value.operations).toHaveLength(1);
  });
});

test('listeners are not called after the window closes', async () => {
  const told: unknown[] = [];
  bed.channel.onChanged(paths => told.push(paths));
  await bed.close();
  await bed.channel.rename('Later');
  expect(told).toEqual([]);
});
