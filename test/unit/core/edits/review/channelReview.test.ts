import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ToolCallId } from '../../../../../src/contract/ids';
import { reviewFolder } from '../../../../../src/core/edits/review/reviewFolder';
import { channelId, ReviewBed } from './reviewBed';

let bed: ReviewBed;

beforeEach(async () => {
  bed = await ReviewBed.open();
});
afterEach(() => bed.remove());

describe('changes of one file', () => {
  test('wait together, from before the first to after the last', async () => {
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

  test('that lead back to the text before them are none', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n');
    await bed.change('t2', 'a', '1\n');
    expect(bed.channel.files).toEqual([]);
    expect(bed.channel.record.changes.length).toBe(2);
  });

  test('do not contain what the user typed in between', async () => {
    await bed.write('a', '1\n2\n3\n4\n5\n');
    await bed.change('t1', 'a', '1\nB\n3\n4\n5\n');
    await bed.write('a', '1\nB\n3\n4\ntyped\n');
    await bed.change('t2', 'a', 'A\nB\n3\n4\ntyped\n');
    expect(await bed.waiting('a')).toMatchObject({
      before: '1\n2\n3\n4\ntyped\n',
      after: 'A\nB\n3\n4\ntyped\n',
    });
  });

  test('can be undone to the lines before the first where the user changed the same ones', async () => {
    await bed.write('a', '1\n2\n3\n');
    await bed.change('t1', 'a', '1\nB\n3\n');
    await bed.write('a', '1\ntyped\n3\n');
    await bed.change('t2', 'a', 'A\ntyped\n3\n');
    expect(await bed.waiting('a')).toMatchObject({
      before: '1\n2\n3\n',
      after: 'A\ntyped\n3\n',
    });
  });

  test('are uncertain when one of them is', async () => {
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
    ['is made', [['t1', 'x\n']], by(['t1'], null, 'x\n')],
    [
      'is made and deleted',
      [
        ['t1', 'x\n'],
        ['t2', null],
      ],
      undefined,
    ],
    [
      'is made, deleted and made',
      [
        ['t1', 'x\n'],
        ['t2', null],
        ['t3', 'y\n'],
      ],
      by(['t3'], null, 'y\n'),
    ],
    [
      'is made, and deleted by the user',
      [
        ['t1', 'x\n'],
        ['', null],
      ],
      by(['t1'], null, 'x\n'),
    ],
    [
      'is made, deleted by the user and made',
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
      'is deleted and made as it was',
      [
        ['', 'x\n'],
        ['t1', null],
        ['t2', 'x\n'],
      ],
      undefined,
    ],
    [
      'is deleted and made otherwise',
      [
        ['', 'x\n'],
        ['t1', null],
        ['t2', 'y\n'],
      ],
      by(['t1', 't2'], 'x\n', 'y\n'),
    ],
    [
      'is deleted, made by the user and changed',
      [
        ['', 'x\n'],
        ['t1', null],
        ['', 'p\n'],
        ['t2', 'q\n'],
      ],
      by(['t2'], 'p\n', 'q\n'),
    ],
    [
      'is deleted, made by the user and deleted',
      [
        ['', 'x\n'],
        ['t1', null],
        ['', 'p\n'],
        ['t2', null],
      ],
      by(['t2'], 'p\n', null),
    ],
    [
      'is changed, deleted by the user and made',
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

describe('what waits once a file has changed', () => {
  const operation = async (old: string, now: string) => ({
    path: bed.path('a'),
    old: await bed.edits.contents.keep(Buffer.from(old)),
    new: await bed.edits.contents.keep(Buffer.from(now)),
  });

  test('moves along', async () => {
    await bed.write('a', '1\n2\n3\n4\n');
    await bed.change('t1', 'a', '1\n2\n3\nD\n');
    const shifted = await bed.channel.steps.shifted(
      bed.review('a'),
      await operation('1\n2\n3\nD\n', 'A\n2\n3\nD\n'),
    );
    expect(await bed.stored(shifted?.before ?? null)).toBe('A\n2\n3\n4\n');
    expect(await bed.stored(shifted?.after ?? null)).toBe('A\n2\n3\nD\n');
  });

  test('is nothing when the change took it back', async () => {
    await bed.write('a', '1\n2\n');
    await bed.change('t1', 'a', '1\nB\n');
    const back = await operation('1\nB\n', '1\n2\n');
    expect(await bed.channel.steps.shifted(bed.review('a'), back)).toBeUndefined();
    expect(await bed.channel.steps.shifted(undefined, back)).toBeUndefined();
  });
});

describe('a file that the user renames', () => {
  test('waits under its new name', async () => {
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

  test('can still be kept and undone by turns', async () => {
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
  test('are in the log, with what waits after them', async () => {
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

  test('are remembered up to a number', async () => {
    for (let count = 0; count < 60; count += 1) {
      await bed.channel.addOperation({ id: `${count}`, at: count, label: '', files: [] });
    }
    const { operations } = bed.channel.record;
    expect([operations.length, operations[0]?.id, operations.at(-1)?.id]).toEqual([50, '10', '59']);
  });
});

test('changes that are told at once are added one after the other', async () => {
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

test('a fork knows the changes of its origin, and waits for none of them', async () => {
  await bed.write('a', '1\n');
  await bed.change('t2', 'a', '2\n');
  const [own] = bed.channel.record.changes;
  const content = await bed.edits.contents.keep(Buffer.from('origin'));
  await bed.channel.inherit([{ at: 0, path: bed.path('b'), old: null, new: content }]);
  expect(bed.channel.record.changes.map(({ path }) => path)).toEqual([bed.path('b'), own?.path]);
  expect(bed.channel.files.length).toBe(1);
});

describe('the record', () => {
  test('is the same after the window was opened again', async () => {
    await bed.write('a', '1\n');
    await bed.change('t1', 'a', '2\n', true);
    await bed.change('t2', 'b', 'new\n');
    await bed.undo('b');
    const old = await bed.edits.contents.keep(Buffer.from('1\n'));
    bed.channel.begin([{ toolId: 't3' as ToolCallId, at: 9, path: bed.path('a'), old }]);
    bed.channel.rename('A title');
    const { record } = bed.channel;
    await bed.close();
    bed = await ReviewBed.open(bed.root);
    expect(bed.channel.record).toEqual(record);
    expect(await bed.waiting('a')).toMatchObject({ before: '1\n', after: '2\n' });
    expect(record.operations.length).toBe(1);
    bed.channel.end('t3');
    expect(bed.channel.record.open).toEqual([]);
  });

  test('is set aside when it cannot be read, and stays on disk', async () => {
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

test('nobody is told any more once the window is closed', async () => {
  const told: unknown[] = [];
  bed.channel.onChanged(paths => told.push(paths));
  await bed.close();
  bed.channel.rename('Later');
  expect(told).toEqual([]);
});
