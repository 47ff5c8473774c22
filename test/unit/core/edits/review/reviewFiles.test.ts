import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import { reviewFolder } from '../../../../../src/core/edits/review/reviewFolder';
import { channelId, ReviewBed } from './reviewBed';

const day = 24 * 60 * 60 * 1000;

let bed: ReviewBed;

beforeEach(async () => {
  bed = await ReviewBed.open();
});
afterEach(() => bed.remove());

const reviews = () => join(bed.root, 'storage', 'reviews');
const recordPath = () => join(reviewFolder(reviews(), bed.root), `${channelId}.json`);

/** Moves the record's last write into the past. */
async function age(by: number): Promise<void> {
  await bed.channel.flush();
  const then = (Date.now() - by) / 1000;
  await utimes(recordPath(), then, then);
}

/** Returns the texts whose content is pinned. */
async function pinnedOf(texts: readonly string[]): Promise<string[]> {
  const pinned = await bed.edits.files.pinned(Date.now());
  const found: string[] = [];
  for (const text of texts) {
    const content = await bed.edits.contents.keep(Buffer.from(text));
    if (content && pinned.has(content.ref)) {
      found.push(text);
    }
  }
  return found;
}

const all = ['1\n', '2\n', '3\n', 'kept\n', 'open\n'];

async function leaveBehind(): Promise<void> {
  await bed.write('a', '1\n');
  await bed.change('t1', 'a', '2\n');
  await bed.change('t2', 'a', '3\n');
  await bed.change('t3', 'b', 'kept\n');
  await bed.keepTools('t3');
  const old = await bed.edits.contents.keep(Buffer.from('open\n'));
  await bed.channel.begin([{ toolId: 't4' as ToolCallId, at: 9, path: bed.path('c'), old }]);
}

test('a possibly live conversation pins all of its contents', async () => {
  await leaveBehind();
  await bed.channel.flush();
  expect(await pinnedOf(all)).toEqual(all);
});

test('an older conversation pins only pending contents and those of open calls', async () => {
  await leaveBehind();
  await age(2 * day);
  expect(await pinnedOf(all)).toEqual(['1\n', '3\n', 'open\n']);
  await bed.undo('a');
  await bed.channel.end('t4');
  await age(2 * day);
  expect(await pinnedOf(all)).toEqual([]);
});

test('records of other folders and windows count as well', async () => {
  const other = await bed.edits.reviews.open('/elsewhere', 'beef' as ChannelId);
  const content = await bed.edits.contents.keep(Buffer.from('1\n'));
  await other.add([{ at: 1, path: '/elsewhere/a', old: null, new: content }]);
  await other.flush();
  expect(await pinnedOf(all)).toEqual(['1\n']);
  expect(await bed.edits.files.list('/elsewhere')).toEqual(['beef']);
});

test('invalid records do not prevent the others from being read', async () => {
  await leaveBehind();
  await bed.channel.flush();
  await writeFile(join(reviews(), '.DS_Store'), '');
  await writeFile(join(reviewFolder(reviews(), bed.root), 'bad.json'), '{');
  expect(await pinnedOf(all)).toEqual(all);
  // Another window may be writing it.
  expect(await readdir(reviewFolder(reviews(), bed.root))).toContain('bad.json');
});

test('listing pinned contents fails if a record cannot be read', async () => {
  await leaveBehind();
  await bed.channel.flush();
  // A folder in place of a record.
  await bed.write(`storage/reviews/${'0'.repeat(16)}/feed.json/inside`, '');
  await expect(bed.edits.files.pinned(Date.now())).rejects.toThrow();
});

test('nothing is pinned without records, and ids cannot leave the folder', async () => {
  expect(await bed.edits.files.pinned(Date.now())).toEqual(new Set());
  expect(() => bed.edits.files.open(bed.root, '../elsewhere' as ChannelId)).toThrow();
});

test('listing pinned contents fails if the records cannot be listed', async () => {
  await bed.write('storage/reviews', 'no folder');
  await expect(bed.edits.files.pinned(Date.now())).rejects.toThrow();
});
