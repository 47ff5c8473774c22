import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { text } from '../support/api/reply';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { Chat } from './support/chat';
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

test('Escape twice in the composer lists messages and rewinds the code to one of them', async () => {
  const { window, review, file } = bed;
  const { chat, workbench } = window;
  const { quickInput, page } = workbench;
  await chat.message.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await quickInput.row('change the end').waitFor();
  expect(await quickInput.labels()).toEqual([
    'change the end',
    '2 files changed since',
    'change the beginning',
    '2 files changed since',
  ]);
  await quickInput.pick('change the beginning');
  await quickInput.pick('Rewind Code to Here');
  await quickInput.row('made.txt').waitFor();
  await quickInput.input.press('Enter');
  await expect.poll(() => review.read(file), patience).toBe(sixty([]));
  await review.expectEmpty();
});

testInFull(
  'a fork opens in a tab with the message as its draft, and can also rewind the code',
  async () => {
    const { window, review, file } = bed;
    const { chat, workbench, api } = window;
    await bed.press('change the end', 'Fork Conversation from Here');
    const tab = new Chat(workbench.chatTab());
    await expect.poll(() => messageText(tab.message), patience).toBe('change the end');
    await tab.text('Done: change the beginning.').waitFor();
    expect(await tab.text('Done: change the end.').count()).toBe(0);
    expect(await chat.text('Done: change the end.').count()).toBe(1);
    expect(await review.read(file)).toBe(sixty([5, 30]));
    await tab.phase('idle');
    api.onPrompt('end it otherwise', [text('Otherwise it is.')]);
    await tab.send('end it otherwise');
    await tab.text('Otherwise it is.').waitFor();
    const said = JSON.stringify(api.mainRequests('end it otherwise').at(-1)?.messages);
    expect(said).toContain('change the beginning');
    expect(said).not.toContain('change the end');
    await window.run('workbench.action.closeAllEditors');

    await bed.press('change the end', 'Fork and Rewind Code');
    await workbench.quickInput.row('made.txt').waitFor();
    await workbench.quickInput.input.press('Enter');
    await expect.poll(() => review.read(file), patience).toBe(sixty([5]));
    await expect.poll(() => messageText(tab.message), patience).toBe('change the end');
    await tab.text('Done: change the beginning.').waitFor();
  },
);
