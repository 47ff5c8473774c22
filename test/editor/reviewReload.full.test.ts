import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { Review, sixty } from './support/review';

let window: ChatWindow;
let review: Review;

beforeAll(async () => {
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    cli: 'stand-in',
    viewport: { width: 1400, height: 1100 },
    settings: { 'tandem.permissions.initialMode': 'acceptEdits' },
  });
  review = new Review(window);
});

afterAll(() => window?.close());

describeFailures(() => window);

test('a reload during a review loses no decision or change, even before the chat is shown', async () => {
  const { chat, workbench } = window;
  await review.write('kept.txt', sixty([]));
  await review.turn('a turn that is kept', [review.overwrite('kept.txt', sixty([5]))]);
  await chat.button('Keep Changes of This Turn').click();
  const kept = chat.log.getByText('Kept', { exact: true });
  await kept.waitFor();
  const name = 'reloaded.txt';
  await review.write(name, sixty([]));
  await review.open(name);
  await chat.phase('idle');
  await review.turn('six changes', [
    review.overwrite(name, sixty()),
    review.bash('rm package.json'),
  ]);
  await expect.poll(() => review.lenses(name), patience).toHaveLength(6);
  // The files of a command are compared after it has ended.
  await review.status.getByText('2 files').waitFor();
  await review.runLens(name, 5, 'Keep');
  await review.runLens(name, 10, 'Undo');
  await expect.poll(() => review.lenses(name), patience).toEqual([15, 22, 27, 30]);

  await workbench.showContainer('Explorer');
  await window.reload();
  await review.status.getByText('2 files').waitFor();
  await expect.poll(() => review.lenses(name), patience).toEqual([15, 22, 27, 30]);
  await expect.poll(() => review.gutter.count(), patience).toBe(5);
  await window.run('tandem.changes.openFile');
  expect(await window.agents()).toEqual([]);
  await review.runLens(name, 15, 'Keep');
  await expect.poll(() => review.lenses(name), patience).toEqual([22, 27, 30]);

  await workbench.showContainer();
  await workbench.row('Changes', name).waitFor();
  await workbench.row('Changes', 'package.json').waitFor();
  await chat.text('Done: six changes.').waitFor();
  await kept.waitFor();
  await chat.button('Keep Changes of This Turn').waitFor();
  await chat.button('Undo Changes of This Turn').click();
  await expect.poll(() => review.read(name), patience).toBe(sixty([5, 15]));
  await expect.poll(() => review.read('package.json'), patience).toContain('todo');
  await review.expectEmpty();
  await chat.button('Undo Changes of This Turn').waitFor({ state: 'detached' });
});
