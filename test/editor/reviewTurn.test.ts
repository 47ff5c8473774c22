import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inFull } from '../support/extent';
import { Chat } from './support/chat';
import { ChatWindow, describeFailures, patience } from './support/chatWindow';
import { Review, sixty } from './support/review';

let window: ChatWindow;
let review: Review;

beforeAll(async () => {
  window = await ChatWindow.open({
    hasTreesBelowChat: true,
    cli: 'stand-in',
    viewport: { width: 1400, height: 1100 },
    settings: {
      'tandem.permissions.initialMode': 'acceptEdits',
      'tandem.permissions.allowedTools': ['Bash(sed:*)'],
    },
  });
  review = new Review(window);
});

afterAll(() => window?.close());

beforeEach(() => review.startOver());

describeFailures(() => window);

test('a turn is undone in the chat, restored from the notification, and kept', async () => {
  const { chat, workbench } = window;
  const name = 'turn.txt';
  await review.write(name, sixty([]));
  await review.turn('first turn', [review.overwrite(name, sixty([5]))]);
  await review.turn('second turn', [
    review.overwrite(name, sixty([5, 30])),
    review.overwrite('made in a turn.txt', 'made\n'),
  ]);
  const undo = chat.button('Undo Changes of This Turn');
  await expect.poll(() => undo.count(), patience).toBe(2);
  await undo.last().click();
  await expect.poll(() => review.read(name), patience).toBe(sixty([5]));
  await expect.poll(() => existsSync(review.path('made in a turn.txt')), patience).toBe(false);
  await expect.poll(() => undo.count(), patience).toBe(1);
  await review.status.getByText('1 file +1 −1').waitFor();

  await workbench.answerToast('Undid changes in 2 files', 'Redo');
  await expect.poll(() => review.read('made in a turn.txt'), patience).toBe('made\n');
  await expect.poll(() => review.read(name), patience).toBe(sixty([5, 30]));
  await expect.poll(() => undo.count(), patience).toBe(2);
  await review.status.getByText('2 files +3 −2').waitFor();

  await chat.button('Keep Changes of This Turn').first().click();
  await review.status.getByText('2 files +2 −1').waitFor();
  expect(await review.read(name)).toBe(sixty([5, 30]));
  await expect.poll(() => undo.count(), patience).toBe(1);
  await undo.click();
  await expect.poll(() => review.read(name), patience).toBe(sixty([5]));
  await review.expectEmpty();
});

test('the review of a decided turn offers no decision, and a command says that none is left', async () => {
  const { chat, workbench } = window;
  const name = 'decided.txt';
  await review.write(name, sixty([]));
  await review.turn('a turn to keep', [review.overwrite(name, sixty([5]))]);
  await chat.button('Review Changes').click();
  const undoAll = workbench.editors.titleAction('Undo Changes in All Files');
  await undoAll.waitFor();
  await chat.button('Keep Changes of This Turn').click();
  await review.expectEmpty();
  await chat.log.getByText('Kept', { exact: true }).waitFor();
  await workbench.editors.diff('modified').waitFor();
  await expect.poll(() => undoAll.count(), patience).toBe(0);
  expect(await workbench.editors.titleAction('Keep Changes in All Files').count()).toBe(0);

  await review.turn('a turn that waits', [review.overwrite(name, sixty([5, 30]))]);
  await review.status.getByText('1 file +1 −1').waitFor();
  await workbench.editors.diff('modified').waitFor();
  for (const command of ['tandem.changes.undoAll', 'tandem.changes.keepAll']) {
    await window.run(command);
    await workbench.toast('Nothing in this review is left to keep or undo.').waitFor();
    await window.run('notifications.clearAll');
  }
  expect(await review.read(name)).toBe(sixty([5, 30]));
  await review.status.getByText('1 file +1 −1').waitFor();
});

test('a review closes when a decision made elsewhere leaves nothing of it', async () => {
  const { chat, workbench } = window;
  const { page, editors } = workbench;
  const names = ['stale.txt', 'stays.txt'];
  for (const name of names) {
    await review.write(name, sixty([]));
    await review.turn(`change ${name}`, [review.overwrite(name, sixty([5]))]);
  }
  await window.run('tandem.changes.reviewAll');
  const tab = page.getByRole('tab', { name: /^Changes to Review/ });
  await tab.waitFor();
  await editors.titleAction('Undo Changes in All Files').waitFor();
  await chat.button('Undo Changes of This Turn').first().click();
  await review.status.getByText('1 file +1 −1').waitFor();
  expect(await tab.count()).toBe(1);
  await chat.button('Undo Changes of This Turn').click();
  await review.expectEmpty();
  await expect.poll(() => tab.count(), patience).toBe(0);
});

test('Undo Changes in All Files of one file says so, and a Redo that comes too late says that, too', async () => {
  const { workbench } = window;
  const name = 'told.txt';
  await review.write(name, sixty([]));
  await review.turn('change one file', [review.overwrite(name, sixty([5]))]);
  await review.status.getByText('1 file').waitFor();
  await window.run('tandem.changes.undoAll');
  await expect.poll(() => review.read(name), patience).toBe(sixty([]));
  await workbench.answerToast('Undid changes in 1 file.', 'Redo');
  await expect.poll(() => review.read(name), patience).toBe(sixty([5]));
  await review.status.getByText('1 file').waitFor();

  await window.run('tandem.changes.undoAll');
  await workbench.toast('Undid changes in 1 file.').waitFor();
  await window.run('tandem.changes.restore');
  await workbench.toast('Redid changes in ').waitFor();
  const announced = await workbench.announced();
  await workbench.answerToast('Undid changes in 1 file.', 'Redo');
  await expect
    .poll(announced, patience)
    .toContainEqual(expect.stringContaining('There is nothing left to redo.'));
  expect(await review.read(name)).toBe(sixty([5]));
});

inFull(() => {
  test('a hundred files changed by a turn are listed and undone together', async () => {
    const count = 100;
    const names = Array.from({ length: count }, (_, index) => `many/${index}.txt`);
    await mkdir(review.path('many'));
    await Promise.all(names.map(name => review.write(name, 'old\n')));
    await review.turn('change them', [review.bash(`sed -i s/old/new/ ${names.join(' ')}`)]);
    await review.status.getByText(`${count} files +${count} −${count}`).waitFor();
    await review.rows.first().waitFor();
    expect(await review.read('many/99.txt')).toBe('new\n');

    const undone = window.run('tandem.changes.undoAll');
    expect(await window.driver.evaluate(() => 1)).toBe(1);
    await undone;
    const contents = await Promise.all(names.map(name => review.read(name)));
    expect(new Set(contents)).toEqual(new Set(['old\n']));
    await review.expectEmpty();
  });
});

inFull(() => {
  test('changes of two conversations in one file are pointed out and undone separately', async () => {
    const { chat, workbench } = window;
    const name = 'shared.txt';
    await review.write(name, sixty([]));
    window.api.onSide(/title/i, []);
    await review.turn('the first story', [review.overwrite(name, sixty([5]))]);
    await window.run('tandem.chat.openInTab');
    const tab = new Chat(workbench.chatTab());
    await tab.phase('idle');
    await review.turn('the other story', [review.overwrite(name, sixty([5, 30]))], tab);
    const note = tab.text(/has changes in this file that wait for a decision/);
    await note.waitFor();
    expect(await note.innerText()).toContain('“the first story”');
    await expect.poll(() => review.rows.count(), patience).toBe(4);
    await review.status.getByText('1 file +2 −2').waitFor();
    await window.run('tandem.changes.review');
    const undoAll = workbench.editors.titleAction('Undo Changes in All Files');
    await undoAll.waitFor();
    // The review's title is on the chat's tab.
    await window.run('tandem.chat.open');
    await tab.message.waitFor();
    await expect.poll(() => undoAll.count(), patience).toBe(0);
    const group = workbench.row('Changes', 'the other story');
    await workbench.row('Changes', 'the first story').waitFor();

    await workbench.clickRowAction(group, 'Undo Changes of Conversation');
    await expect.poll(() => review.read(name), patience).toBe(sixty([5]));
    await expect.poll(() => review.rows.count(), patience).toBe(1);
    await workbench.row('Changes', name).waitFor();
    await chat.button('Undo Changes of This Turn').click();
    await expect.poll(() => review.read(name), patience).toBe(sixty([]));
    await review.expectEmpty();
  });
});
