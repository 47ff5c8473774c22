import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { Review, sixty } from './support/review';

let window: ChatWindow;
let review: Review;

beforeAll(async () => {
  window = await ChatWindow.open({
    viewport: { width: 1400, height: 1100 },
    settings: { 'tandem.permissions.initialMode': 'acceptEdits' },
  });
  review = new Review(window);
});

afterAll(() => window?.close());

beforeEach(async () => {
  await review.startOver();
  await rm(review.path('made.txt'), { force: true });
  await review.write(name, sixty([]));
  await review.turn('change the beginning', [review.overwrite(name, sixty([5]))]);
  await review.turn('change the end', [
    review.overwrite(name, sixty([5, 30])),
    review.overwrite('made.txt', 'made\n'),
  ]);
});

describeFailures(() => window);

const name = 'story.txt';

function message(words: string) {
  return window.chat.log.getByRole('article', { name: 'You' }).filter({ hasText: words });
}

/** The buttons of a message show while the pointer is over it. */
async function press(words: string, button: string): Promise<void> {
  await message(words).hover();
  await message(words).getByRole('button', { name: button, exact: true }).click();
}

test('the code goes back to before a message after a preview, and comes back by Restore', async () => {
  const { quickInput } = window.workbench;
  await press('change the end', 'Rewind code to here');
  await quickInput.row('story.txt').waitFor();
  await quickInput.row('made.txt').waitFor();
  expect(await review.read(name)).toBe(sixty([5, 30]));
  await quickInput.input.press('Enter');
  await expect.poll(() => review.read(name), patience).toBe(sixty([5]));
  await expect.poll(() => existsSync(review.path('made.txt')), patience).toBe(false);
  await review.status.getByText('1 file +1 −1').waitFor();

  await window.workbench.answerToast('done in 2 files', 'Restore');
  await expect.poll(() => review.read('made.txt'), patience).toBe('made\n');
  await expect.poll(() => review.read(name), patience).toBe(sixty([5, 30]));

  await press('change the beginning', 'Rewind code to here');
  await quickInput.row('story.txt').waitFor();
  await quickInput.dismiss();
  expect(await review.read(name)).toBe(sixty([5, 30]));

  // What came back waits as before, and can be kept.
  await window.run('tandem.changes.keepAll');
  await review.expectEmpty();
  expect(await review.read('made.txt')).toBe('made\n');
});
