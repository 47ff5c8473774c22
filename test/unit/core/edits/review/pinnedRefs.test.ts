import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import type { BlobId, ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import { ReviewFiles } from '../../../../../src/core/edits/review/reviewFiles';
import type { ReviewRecord } from '../../../../../src/core/edits/review/reviewRecord';

const twoDays = 2 * 24 * 60 * 60 * 1000;
const toolId = 'tool' as ToolCallId;
const path = '/a.txt';

let root: string;
let files: ReviewFiles;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'reviews-'));
  files = new ReviewFiles(root, silentLog);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Returns a content id made of one repeated letter. */
const ref = (letter: string) => letter.repeat(64) as BlobId;
const content = (letter: string) => ({ ref: ref(letter) });

async function record(cwd: string, id: string, changes: Partial<ReviewRecord>): Promise<void> {
  const file = await files.open(cwd, id as ChannelId);
  file.set({ ...file.value, ...changes });
  await file.flush();
}

const pinned = async (now: number) => [...(await files.pinned(now))].map(one => one[0]).sort();

test('every record pins its pending contents; a possibly live one pins all contents', async () => {
  const review = { path, before: content('a'), after: content('b'), tools: [toolId] };
  await record('/one', 'c1', { files: [review] });
  await record('/one', 'c2', { open: [{ toolId, at: 1, path, old: content('c') }] });
  const change = { at: 1, path, old: content('d'), new: content('e'), toolId, base: content('f') };
  const inReview = { old: content('5'), new: content('6') };
  await record('/two', 'c3', { changes: [{ ...change, inReview }] });
  const done = { path, old: content('1'), new: content('2'), reviewBefore: review };
  const left = { ...review, before: content('3'), after: content('4') };
  const operation = { id: 'o', at: 2, label: 'Undo', files: [{ ...done, reviewAfter: left }] };
  await record('/two', 'c4', { operations: [operation] });
  expect(await pinned(Date.now())).toEqual([...'123456abcdef']);
  expect(await pinned(Date.now() + twoDays)).toEqual([...'abc']);
});
