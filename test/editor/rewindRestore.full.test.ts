import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeFailures, patience } from './support/chatWindow';
import { sixty } from './support/review';
import { RewindBed } from './support/rewindBed';

let bed: RewindBed;

beforeAll(async () => {
  bed = await RewindBed.open();
});

afterAll(() => bed?.window.close());

beforeEach(() => bed.begin());

describeFailures(() => bed?.window);

test('code is rewound to before a message after a preview, and Restore brings it back', async () => {
  const { window, review, file } = bed;
  const { quickInput } = window.workbench;
  await bed.press('change the end', 'Rewind Code to Here');
  await quickInput.row('story.txt').waitFor();
  await quickInput.row('made.txt').waitFor();
  expect(await review.read(file)).toBe(sixty([5, 30]));
  await quickInput.input.press('Enter');
  await expect.poll(() => review.read(file), patience).toBe(sixty([5]));
  await expect.poll(() => existsSync(review.path('made.txt')), patience).toBe(false);
  await review.status.getByText('1 file +1 −1').waitFor();

  await window.workbench.answerToast('Undid changes in 2 files', 'Redo');
  await expect.poll(() => review.read('made.txt'), patience).toBe('made\n');
  await expect.poll(() => review.read(file), patience).toBe(sixty([5, 30]));

  await bed.press('change the beginning', 'Rewind Code to Here');
  await quickInput.row('story.txt').waitFor();
  await quickInput.dismiss();
  expect(await review.read(file)).toBe(sixty([5, 30]));

  // Restored changes are pending again and can be kept.
  await window.run('tandem.changes.keepAll');
  await review.expectEmpty();
  expect(await review.read('made.txt')).toBe('made\n');
});
