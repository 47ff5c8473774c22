import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../src/base/log';
import { ReviewFiles } from '../../src/core/edits/review/reviewFiles';
import type { BaselineLimits } from '../../src/core/edits/store/eviction';
import { systemClock } from '../../src/node/systemClock';
import { toolUse } from '../support/api/reply';
import { bytesAt, put, ReviewBed } from '../support/channels/reviewBed';
import { openBaselines } from '../support/openBaselines';

const day = 24 * 60 * 60 * 1000;
const kilobyte = 1024;

let bed: ReviewBed;
/** Milliseconds by which the store's clock is ahead. */
let ahead = 0;

afterEach(async () => {
  ahead = 0;
  await bed.close();
});

const clock = { ...systemClock, now: () => systemClock.now() + ahead };

/** Opens a window with a small store, in which only content named by records is protected. */
async function openSmall(limits: BaselineLimits): Promise<ReviewBed> {
  return ReviewBed.open({
    edits: storage => {
      const files = new ReviewFiles(join(storage, 'reviews'), silentLog);
      const pinned = () => files.pinned(clock.now());
      const folder = join(storage, 'baselines');
      return { baselines: openBaselines(folder, { limits: () => limits, pinned, clock }) };
    },
  });
}

const write = (file: string, content: string) => toolUse('Write', { file_path: file, content });
/** Returns random text that the store cannot compress. */
const text = (bytes: number) => randomBytes(bytes / 2).toString('hex');

it('reports a full baseline store, keeps pending content, and frees decided content', async () => {
  bed = await openSmall({ maxSize: 8 * kilobyte, maxAge: 30 * day });
  const talk = await bed.talk();
  const [first, second] = [bed.path('first.txt'), bed.path('second.txt')];
  const before = await put(first, text(3 * kilobyte));
  await put(second, text(3 * kilobyte));
  await talk.turn(write(first, text(3 * kilobyte)));
  expect(talk.updatesOf(first)).toMatchObject([{ status: 'updated' }]);

  await talk.turn(write(second, text(3 * kilobyte)));
  expect(talk.updatesOf(second)).toMatchObject([
    {
      status: 'untracked',
      detail: expect.stringMatching(
        /^Its content could not be stored: The store of file contents is full .* Review changes/,
      ),
    },
  ]);
  expect(bed.waiting(second)).toEqual([]);

  // Pending content survives for as long as it is pending.
  ahead = 2 * day;
  await talk.review.flush();
  await bed.edits.baselines.collect();
  ahead = 60 * day;
  await bed.edits.baselines.collect();
  const [reviewed] = bed.waiting(first);
  if (!reviewed) {
    throw new Error('Nothing waits');
  }
  await bed.decisions.undoFiles('Undo', [reviewed]);
  expect(await bytesAt(first)).toEqual(before);
  await talk.review.flush();

  ahead = 120 * day;
  const now = await put(second, text(3 * kilobyte));
  await talk.turn(write(second, text(3 * kilobyte)));
  expect(talk.updatesOf(second).at(-1)).toMatchObject({ status: 'updated' });
  await bed.decisions.undoFiles('Undo', bed.waiting(second));
  expect(await bytesAt(second)).toEqual(now);
  // Content of decided changes has been removed to make room.
  const { before: gone } = reviewed.review;
  expect(gone && (await bed.edits.baselines.get(gone.ref))).toBeUndefined();
});
