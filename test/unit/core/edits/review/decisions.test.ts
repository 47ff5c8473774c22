import { createHash } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../../../../src/base/errors';
import type { BlobId } from '../../../../../src/contract/ids';
import { Decisions, type OwnedPlan } from '../../../../../src/core/edits/review/decisions';
import type { FileView } from '../../../../../src/core/edits/review/fileView';
import type { FilePlan } from '../../../../../src/core/edits/review/plan';
import type { ReviewedFiles } from '../../../../../src/core/edits/review/reviewedFiles';
import type { Operation } from '../../../../../src/core/edits/review/reviewRecord';
import type { ReviewHunk } from '../../../../../src/core/edits/review/reviewText';
import { toolId } from '../../../transcript/events';
import { channelId, filesOnDisk, ReviewBed } from './reviewBed';

let bed: ReviewBed;

beforeEach(async () => {
  bed = await ReviewBed.open();
});
afterEach(() => bed.remove());

/** Creates a file whose second and last lines the agent has changed. */
async function changed(name = 'a', isUncertain = false): Promise<void> {
  await bed.write(name, `${name}\n2\n3\n4\n`);
  await bed.change(`t ${name}`, name, `${name}\nB\n3\nD\n`, isUncertain);
}

async function plansFor(...names: string[]): Promise<OwnedPlan[]> {
  const plans: OwnedPlan[] = [];
  for (const name of names) {
    const review = bed.review(name);
    if (review) {
      const now = await filesOnDisk.read({ path: bed.path(name) });
      plans.push({
        channel: bed.channel,
        plan: await bed.decisions.planner.undoFile(review, now),
      });
    }
  }
  return plans;
}

async function shown(name: string): Promise<{ view: FileView; first: ReviewHunk }> {
  const view = await bed.view(name);
  const [first] = view?.hunks ?? [];
  if (!view || !first) {
    throw new Error('Nothing is shown.');
  }
  return { view, first };
}

describe("the user's text", () => {
  test('is stored before it is replaced', async () => {
    await changed();
    await bed.write('a', 'a\nB\n3\nD\ntyped\n');
    const done = await bed.undo('a');
    expect(await bed.text('a')).toBe('a\n2\n3\n4\ntyped\n');
    const [file] = done?.operations[0]?.operation.files ?? [];
    expect(await bed.stored(file?.old ?? null)).toBe('a\nB\n3\nD\ntyped\n');
    expect(await bed.stored(file?.new ?? null)).toBe('a\n2\n3\n4\ntyped\n');
  });

  test.each([
    ['a file', () => bed.undo('a')],
    ['a turn', () => bed.undoTools('t a')],
    [
      'a hunk',
      async () => {
        const { view, first } = await shown('a');
        await bed.decisions.undoHunk('Undo a change', view, first);
      },
    ],
  ])('is not replaced if the store is full: %s', async (_, decide) => {
    await changed();
    await bed.write('a', 'a\nB\n3\nD\ntyped\n');
    const { record } = bed.channel;
    bed.limits.maxSize = 0;
    await expect(decide()).rejects.toMatchObject({
      code: 'change.storeFull',
      message: expect.stringMatching(/^What a file contains is stored before .* Raise the setting/),
    });
    expect(await bed.text('a')).toBe('a\nB\n3\nD\ntyped\n');
    expect(bed.channel.record).toEqual(record);
  });

  test('can be restored from the store after one of its hunks is undone', async () => {
    await changed();
    await bed.write('a', 'a\nB\n3\nD\ntyped\n');
    const { view, first } = await shown('a');
    await bed.decisions.undoHunk('Undo a change', view, first);
    expect(await bed.text('a')).toBe('a\n2\n3\nD\ntyped\n');
    const ref = createHash('sha256').update('a\nB\n3\nD\ntyped\n').digest('hex') as BlobId;
    expect(await bed.edits.baselines.get(ref)).toEqual(Buffer.from('a\nB\n3\nD\ntyped\n'));
  });

  test('is not replaced if it was typed after planning', async () => {
    await changed();
    const plans = await plansFor('a');
    await bed.write('a', 'typed just now\n');
    await expect(bed.decisions.run('Undo', plans)).rejects.toMatchObject({ code: 'file.changed' });
    expect(await bed.text('a')).toBe('typed just now\n');
    expect(bed.review('a')).toBeDefined();
    expect(bed.channel.record.operations).toEqual([]);
  });
});

test('an undo that fails midway can be restored for the files already written', async () => {
  for (const name of ['a', 'b', 'c']) {
    await changed(name);
  }
  const plans = await plansFor('a', 'b', 'c');
  await bed.write('b', 'typed just now\n');
  await expect(bed.decisions.run('Undo', plans)).rejects.toMatchObject({ code: 'file.changed' });
  expect(await Promise.all(['a', 'b', 'c'].map(name => bed.text(name)))).toEqual([
    'a\n2\n3\n4\n',
    'typed just now\n',
    'c\nB\n3\nD\n',
  ]);
  expect(bed.channel.files.map(({ path }) => path)).toEqual([bed.path('b'), bed.path('c')]);
  const [operation, ...more] = bed.channel.record.operations;
  expect(more).toEqual([]);
  expect(operation?.files.map(({ path }) => path)).toEqual([bed.path('a')]);
  if (operation) {
    await bed.decisions.restore(bed.channel, operation);
  }
  expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
  expect(bed.review('a')).toBeDefined();
});

describe('a write that fails', () => {
  /** Undoes the changes to a file where writing does this instead. */
  async function undoWith(name: string, write: ReviewedFiles['write']): Promise<unknown> {
    const { contents, saved } = bed.edits;
    const decisions = new Decisions({
      contents,
      files: { read: file => filesOnDisk.read(file), write },
      viewer: bed.viewer,
      ui: { confirm: async (_, plans) => plans, resolve: async () => false },
      saved,
      clock: bed.clock,
    });
    const review = bed.review(name);
    const files = review ? [{ channel: bed.channel, review }] : [];
    return decisions.undoFiles('Undo', files).catch((error: unknown) => error);
  }

  test('is on record before it begins, with what it replaces', async () => {
    await changed();
    const onDisk: Operation[] = [];
    const error = await undoWith('a', async () => {
      const { value } = await bed.edits.files.open(bed.root, channelId);
      onDisk.push(...value.operations);
      throw new UserError('file.unwritable', 'No space is left.');
    });
    expect(error).toMatchObject({ code: 'file.unwritable' });
    const [file] = onDisk[0]?.files ?? [];
    expect(await bed.stored(file?.old ?? null)).toBe('a\nB\n3\nD\n');
    expect(await bed.stored(file?.new ?? null)).toBe('a\n2\n3\n4\n');
    // The file is as it was.
    expect(bed.channel.record.operations).toEqual([]);
    expect(bed.review('a')).toBeDefined();
  });

  test('can be restored if it leaves half a file', async () => {
    await changed();
    const review = bed.review('a');
    await undoWith('a', async () => {
      await bed.write('a', 'a\n2');
      throw new UserError('file.unwritable', 'No space is left.');
    });
    expect(bed.review('a')).toEqual(review);
    const [operation] = bed.channel.record.operations;
    if (operation) {
      await bed.decisions.restore(bed.channel, operation);
    }
    expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
    expect(bed.review('a')).toEqual(review);
  });

  test.each([
    ['in the middle', 'a\n2\n'],
    ['before a longer file is cut', 'a\n2\n3\n4\nD\nE\n'],
  ])('can be restored if the window is gone %s', async (_, left) => {
    const whole = 'a\nB\nC\nD\nD\nE\n';
    await bed.write('a', 'a\n2\n3\n4\n');
    await bed.change('t1', 'a', whole);
    let record = bed.channel.record;
    await undoWith('a', async () => {
      ({ record } = bed.channel);
      await bed.write('a', left.length < 8 ? left + whole.slice(left.length) : left);
      throw new UserError('file.changed', 'The window is gone.');
    });
    const [operation] = record.operations;
    if (operation) {
      await bed.decisions.restore(bed.channel, operation);
    }
    expect(await bed.text('a')).toBe(whole);
  });

  test('can be restored if the window is gone before it ends', async () => {
    await changed();
    const review = bed.review('a');
    let record = bed.channel.record;
    await undoWith('a', async () => {
      ({ record } = bed.channel);
      await bed.write('a', 'a\n2\n3\n4\n');
      throw new UserError('file.changed', 'The window is gone.');
    });
    const [operation] = record.operations;
    if (operation) {
      await bed.decisions.restore(bed.channel, operation);
    }
    expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
    expect(bed.review('a')).toEqual(review);
  });
});

describe('an undo', () => {
  test('can be restored together with its pending changes', async () => {
    await changed('a');
    await bed.change('t new', 'new', 'made\n');
    await bed.write('gone', 'old\n');
    await bed.change('t gone', 'gone', null);
    const { files } = bed.channel;
    const done = await bed.undo('a', 'new', 'gone');
    expect(done?.files).toBe(3);
    expect(await bed.text('new')).toBeNull();
    expect(await bed.text('gone')).toBe('old\n');
    expect(bed.channel.files).toEqual([]);
    for (const { channel, operation } of done?.operations ?? []) {
      await bed.decisions.restore(channel, operation);
    }
    expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
    expect(await bed.text('new')).toBe('made\n');
    expect(await bed.text('gone')).toBeNull();
    expect(bed.channel.files).toEqual(files);
    expect(bed.channel.record.operations).toEqual([]);
  });

  test('are restored one after the other, the newest first', async () => {
    await changed('a');
    await changed('b');
    const changes = [await bed.text('a'), await bed.text('b')];
    await bed.undo('a');
    await bed.undo('b');
    for (const name of ['b', 'a']) {
      const operation = bed.channel.record.operations.at(-1);
      expect(operation?.files.map(({ path }) => path)).toEqual([bed.path(name)]);
      if (operation) await bed.decisions.restore(bed.channel, operation);
    }
    expect([await bed.text('a'), await bed.text('b')]).toEqual(changes);
    expect(bed.channel.record.operations).toEqual([]);
  });

  test("can be restored with the user's later edits intact", async () => {
    await changed();
    const done = await bed.undo('a');
    await bed.write('a', 'a\n2\n3\n4\ntyped\n');
    for (const { channel, operation } of done?.operations ?? []) {
      await bed.decisions.restore(channel, operation);
    }
    expect(await bed.text('a')).toBe('a\nB\n3\nD\ntyped\n');
    expect((await bed.view('a'))?.hunks.length).toBe(2);
  });

  test("can be restored with the agent's later changes intact", async () => {
    await changed();
    const done = await bed.undo('a');
    await bed.change('t later', 'a', 'A\n2\n3\n4\n');
    for (const { channel, operation } of done?.operations ?? []) {
      await bed.decisions.restore(channel, operation);
    }
    expect(await bed.text('a')).toBe('A\nB\n3\nD\n');
    await bed.undo('a');
    expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
  });

  test('preserves the executable permission', async () => {
    await bed.write('run', '#!/bin/sh\n');
    const content = await bed.edits.contents.keep(Buffer.from('#!/bin/sh\n'));
    const old = content && { ...content, mode: 0o755 };
    await bed.write('run', null);
    await bed.channel.add([{ at: 1, path: bed.path('run'), old, new: null }]);
    await bed.undo('run');
    expect((await stat(bed.path('run'))).mode & 0o777).toBe(0o755);
  });
});

test.skipIf(process.platform === 'win32')('a private file comes back private', async () => {
  await bed.write('secret', 'a\n');
  await chmod(bed.path('secret'), 0o600);
  await bed.change('t1', 'secret', null);
  const done = await bed.undo('secret');
  const mode = async () => (await stat(bed.path('secret'))).mode & 0o777;
  expect(await mode()).toBe(0o600);
  for (const { channel, operation } of done?.operations ?? []) {
    await bed.decisions.restore(channel, operation);
  }
  await bed.undo('secret');
  expect(await mode()).toBe(0o600);
});

test.skipIf(process.platform === 'win32').each([
  ['comes back', undefined, 0o600],
  ['stays as the user has set it since', 0o640, 0o640],
])('the mode of a file that was written anew %s', async (_, set, wanted) => {
  await bed.write('secret', 'a\n');
  await chmod(bed.path('secret'), 0o600);
  await bed.change('t1', 'secret', null);
  await bed.change('t2', 'secret', 'b\n');
  const left = (await stat(bed.path('secret'))).mode & 0o777;
  expect(left).not.toBe(0o600);
  await chmod(bed.path('secret'), set ?? left);
  const done = await bed.undo('secret');
  const mode = async () => (await stat(bed.path('secret'))).mode & 0o777;
  expect(await mode()).toBe(wanted);
  for (const { channel, operation } of done?.operations ?? []) {
    await bed.decisions.restore(channel, operation);
  }
  expect(await mode()).toBe(set ?? left);
  expect(await bed.text('secret')).toBe('b\n');
});

describe('the record of what was kept', () => {
  test('has the calls of which nothing waits, however they were kept', async () => {
    await changed('a');
    await changed('b');
    await changed('c');
    const keepFirst = async () => {
      const { view, first } = await shown('a');
      await bed.decisions.keepHunk(view, first);
    };
    await keepFirst();
    expect(bed.channel.record.kept).toBeUndefined();
    await keepFirst();
    const view = await bed.view('b');
    if (view) {
      await bed.decisions.keepFile(view);
    }
    await bed.decisions.keepTools(bed.channel, new Set([toolId('t c')]));
    expect(bed.channel.record.kept).toEqual(['t a', 't b', 't c']);
  });

  test('has no call that was undone, or of which another file waits', async () => {
    await changed('a');
    await bed.undo('a');
    await bed.write('b', '1\n');
    await bed.write('c', '1\n');
    await bed.change('both', 'b', '2\n');
    await bed.change('both', 'c', '2\n');
    const view = await bed.view('b');
    if (view) {
      await bed.decisions.keepFile(view);
    }
    expect(bed.channel.record.kept).toBeUndefined();
  });

  test('outlives the window, and is bounded', async () => {
    for (let call = 0; call <= 100; call += 1) {
      await bed.change(`t${call}`, 'a', `${call}\n`);
      await bed.decisions.keepTools(bed.channel, new Set([toolId(`t${call}`)]));
    }
    await bed.channel.flush();
    const next = await ReviewBed.open(bed.root);
    expect(next.channel.record.kept).toHaveLength(100);
    expect(next.channel.record.kept?.at(0)).toBe('t1');
    expect(next.channel.record.kept?.at(-1)).toBe('t100');
    next.edits.reviews.dispose();
  });
});

describe('user confirmation', () => {
  test('is required before uncertain changes are undone, and may select files', async () => {
    await changed('a', true);
    await changed('b');
    const asked: string[][] = [];
    bed.answers.confirm = plans => {
      asked.push(plans.map(({ plan }) => plan.path));
      return undefined;
    };
    expect(await bed.undo('a', 'b')).toBeUndefined();
    expect(asked).toEqual([[bed.path('a'), bed.path('b')]]);
    expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
    bed.answers.confirm = plans => plans.filter(({ plan }) => plan.isUncertain);
    expect((await bed.undo('a', 'b'))?.files).toBe(1);
    expect(await bed.text('a')).toBe('a\n2\n3\n4\n');
    expect(await bed.text('b')).toBe('b\nB\n3\nD\n');
  });

  test('is required before a hunk of an uncertain file is undone', async () => {
    await changed('a', true);
    const { view, first } = await shown('a');
    bed.answers.confirm = () => undefined;
    await bed.decisions.undoHunk('Undo a change', view, first);
    expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
    expect((await bed.view('a'))?.hunks.length).toBe(2);
  });

  test('includes merging conflicting lines, and the merged result counts', async () => {
    await changed();
    await bed.write('a', 'a\nB, typed\n3\nD\n');
    const merges: FilePlan[] = [];
    bed.answers.resolve = async plan => {
      merges.push(plan);
      await bed.write('a', 'a\nmerged\n3\n4\n');
      return true;
    };
    const done = await bed.undo('a');
    expect(merges.map(({ outcome }) => outcome.kind)).toEqual(['conflict']);
    const [file] = done?.operations[0]?.operation.files ?? [];
    expect(await bed.stored(file?.old ?? null)).toBe('a\nB, typed\n3\nD\n');
    expect(await bed.stored(file?.new ?? null)).toBe('a\nmerged\n3\n4\n');
    expect(bed.channel.files).toEqual([]);
  });

  test('leaves everything pending if a merge is cancelled', async () => {
    await changed();
    await bed.write('a', 'a\nB, typed\n3\nD\n');
    bed.answers.resolve = async () => false;
    const { record } = bed.channel;
    expect(await bed.undo('a')).toEqual({ files: 0, operations: [] });
    expect(bed.channel.record).toEqual(record);
  });
});

describe('a hunk', () => {
  test('is no longer pending once kept, and survives undoing the rest', async () => {
    await changed();
    const { view, first } = await shown('a');
    await bed.decisions.keepHunk(view, first);
    expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
    expect((await bed.view('a'))?.hunks.length).toBe(1);
    await bed.undo('a');
    expect(await bed.text('a')).toBe('a\nB\n3\n4\n');
  });

  test('regains its original lines when undone, and the rest stays pending', async () => {
    await changed();
    await bed.write('a', 'typed\na\nB\n3\nD\n');
    const { view, first } = await shown('a');
    await bed.decisions.undoHunk('Undo a change', view, first);
    expect(await bed.text('a')).toBe('typed\na\n2\n3\nD\n');
    expect(await bed.waiting('a')).toMatchObject({ before: 'a\n2\n3\n4\n', after: 'a\n2\n3\nD\n' });
  });

  test('cannot be decided on in a binary file', async () => {
    await bed.write('a', Uint8Array.from([0, 1]));
    await bed.change('t1', 'a', Uint8Array.from([0, 2]));
    const view = await bed.view('a');
    expect(view?.hunks).toEqual([]);
    const hunk = {
      before: { start: 0, end: 1 },
      after: { start: 0, end: 1 },
      now: { start: 0, end: 1 },
      isEdited: false,
    };
    const decided = view && bed.decisions.undoHunk('Undo a change', view, hunk);
    await expect(decided).rejects.toMatchObject({ code: 'change.whole' });
    await expect(view && bed.decisions.keepHunk(view, hunk)).rejects.toMatchObject({
      code: 'change.whole',
    });
  });
});

test('a file kept as a whole is no longer pending and stays as it is', async () => {
  await changed();
  const { view } = await shown('a');
  await bed.decisions.keepFile(view);
  expect(bed.channel.files).toEqual([]);
  expect(await bed.text('a')).toBe('a\nB\n3\nD\n');
});

test('a file written by Tandem counts as saved by the user', async () => {
  await changed();
  const before = bed.clock.now();
  bed.clock.advance(5);
  await bed.undo('a');
  expect(bed.edits.saved.since(bed.path('a'), before)).toBe(true);
});
