import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../../src/base/errors';
import { refsOf } from '../../../../../src/core/edits/review/reviewRecord';
import { diskErrors, eachCut, eachFailure } from '../../../../support/disk/faultyDisk';
import { ReviewBed } from './reviewBed';

const before = 'one\ntwo\nthree\nfour\n';
const after = 'ONE\ntwo\nthree\nFOUR and more\n';
const file = 'a.txt';

async function inBed<T>(root: string, act: (bed: ReviewBed) => Promise<T>): Promise<T> {
  const bed = await ReviewBed.open(root);
  try {
    return await act(bed);
  } finally {
    await bed.close();
  }
}

/** Lets an agent change the file, and closes the window. */
const prepare = (root: string) =>
  inBed(root, async bed => {
    await bed.write(file, before);
    await bed.change('tool', file, after);
    await bed.channel.flush();
  });

/** Requires each content that the record names. */
async function requireContents({ channel, edits }: ReviewBed): Promise<void> {
  for (const ref of refsOf(channel.record)) {
    expect(await edits.baselines.get(ref), `content ${ref}`).toBeDefined();
  }
}

/** Requires what an undo may leave: all of it, or the change and all that it takes to undo it. */
async function requireEither(bed: ReviewBed): Promise<void> {
  await requireContents(bed);
  const text = await bed.text(file);
  const waiting = await bed.waiting(file);
  if (!waiting) {
    expect(text).toBe(before);
    return;
  }
  expect(waiting).toMatchObject({ before, after });
  if (text !== after) {
    const [operation] = bed.channel.record.operations;
    expect(await bed.stored(operation?.files[0]?.old ?? null)).toBe(after);
  }
}

const isDamaged = (error: unknown) =>
  error instanceof UserError &&
  [error.code, error.cause instanceof UserError && error.cause.code].includes('file.damaged');

describe('a review on a faulty disk', () => {
  test('has what a change replaced, whenever power is cut', async () => {
    const cuts = await eachCut(
      root => inBed(root, bed => bed.write(file, before)),
      ({ root, calls }) =>
        inBed(root, async bed => {
          await bed.change('tool', file, after);
          await bed.channel.flush();
          calls.note('recorded');
        }),
      (root, { notes }) =>
        inBed(root, async bed => {
          await requireContents(bed);
          const waiting = await bed.waiting(file);
          if (notes.includes('recorded')) expect(waiting).toBeDefined();
          if (waiting) expect(waiting).toMatchObject({ before, after });
        }),
    );
    expect(cuts).toBeGreaterThan(20);
  });

  test('knows of an undo, or can do it again, whenever power is cut', async () => {
    const cuts = await eachCut(
      prepare,
      ({ root, calls }) =>
        inBed(root, async bed => {
          await bed.undo(file);
          await bed.channel.flush();
          calls.note('undone');
        }),
      (root, { notes }) =>
        inBed(root, async bed => {
          await requireEither(bed);
          if (notes.includes('undone')) {
            expect(await bed.text(file)).toBe(before);
            expect(await bed.waiting(file)).toBeUndefined();
          }
        }),
    );
    expect(cuts).toBeGreaterThan(20);
  });

  test.each(diskErrors)('undoes again after %s at any call, lasting: %s', async (code, lasting) => {
    const calls = await eachFailure(code, lasting, async ({ root, calls }, fail) => {
      await prepare(root);
      await inBed(root, async bed => {
        fail();
        const failure = await bed.undo(file).then(
          () => undefined,
          (error: unknown) => error,
        );
        const text = await bed.text(file);
        if (!failure) expect(text).toBe(before);
        calls.heal();
        await bed.channel.flush();
        await requireEither(bed);
        // The disk has refused both the new text and the old one, and the error says so.
        if (isDamaged(failure)) return;
        if (await bed.waiting(file)) await bed.undo(file);
        expect(await bed.text(file)).toBe(before);
        await bed.channel.flush();
      });
      await inBed(root, requireEither);
    });
    expect(calls).toBeGreaterThan(4);
  });
});
