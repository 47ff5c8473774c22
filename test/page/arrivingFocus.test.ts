import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { opened as openedPrompt, permissionFor, startTurn, turnOf } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

const inputOf = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? 'nothing');

/** Lets the rest of VS Code have the focus: Chromium under test always gives it to the page. */
async function goElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => false;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
}

/** Gives the focus to the page as VS Code does, and lets the time for a press pass. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.hasFocus = () => true;
    window.dispatchEvent(new FocusEvent('focus'));
  });
  await page.clock.runFor(100);
}

const opened = async (options: Parameters<typeof open>[0] = {}) => {
  const chat = await open({ ...options, isOwn: true });
  await chat.page.clock.install();
  return chat;
};

describe('The focus of a page', () => {
  it('goes to the message box when the page opens with it', async () => {
    const { page } = await open({ keepsFocus: true });
    await expect.poll(() => focused(page)).toBe('Message');
    await page.keyboard.type('typed at once');
    await expect.poll(() => messageText(inputOf(page))).toBe('typed at once');
  });

  it('goes to the message box when it comes back to a page in which nothing has it', async () => {
    const { page } = await opened();
    await goElsewhere(page);
    await comeBack(page);
    expect(await focused(page)).toBe('Message');
  });

  testInFull('stays with a control, a selection, or what was clicked', async () => {
    const { page, host } = await opened({
      prepare: one => one.happen(turnOf('1', 'Hello', 'Hello yourself')),
    });
    const log = page.getByRole('log', { name: 'Conversation' });
    await goElsewhere(page);
    await page.mouse.move(...(await middleOf(page)));
    await page.mouse.down();
    await comeBack(page);
    expect(await focused(page)).not.toBe('Message');
    await page.mouse.up();

    await goElsewhere(page);
    await log
      .getByText('Hello')
      .first()
      .evaluate(text => getSelection()?.selectAllChildren(text));
    await comeBack(page);
    expect(await focused(page)).toBe('nothing');
    await page.evaluate(() => getSelection()?.removeAllRanges());

    await goElsewhere(page);
    await page.getByRole('button', { name: 'Attach' }).focus();
    await comeBack(page);
    expect(await focused(page)).toBe('Attach');
    expect(host.called('message.send')).toEqual([]);
  });

  it('is not taken from a request that digits answer', async () => {
    const prompt = permissionFor('call', 'npm test');
    const { page } = await opened({
      prepare: host => host.happen([...startTurn('1', 'Test it'), ...openedPrompt(prompt)]),
    });
    await page.locator(`[id="prompt-${prompt.id}"]`).waitFor();
    await goElsewhere(page);
    await comeBack(page);
    expect(await focused(page)).not.toBe('Message');
  });

  it('is awaited, not taken, when the host asks for it while the user is elsewhere', async () => {
    const { page, host } = await opened();
    await goElsewhere(page);
    host.send('composer.focus', {});
    host.send('composer.focus', { text: 'from a command' });
    await expect.poll(() => messageText(inputOf(page))).toBe('from a command');
    expect(await focused(page)).toBe('nothing');
    // VS Code gives the focus to the view that it shows, whatever had it there before.
    await page.getByRole('button', { name: 'Attach' }).focus();
    await comeBack(page);
    expect(await focused(page)).toBe('Message');
  });

  testInFull('is not passed on long after the host has asked for it', async () => {
    const { page, host } = await opened();
    await goElsewhere(page);
    host.send('composer.focus', { text: 'early' });
    await expect.poll(() => messageText(inputOf(page))).toBe('early');
    await page.clock.runFor(10_000);
    await page.getByRole('button', { name: 'Attach' }).focus();
    await comeBack(page);
    expect(await focused(page)).toBe('Attach');
  });
});

it('Select All in the message box is not repeated by VS Code, other keys are passed on', async () => {
  const { page } = await open();
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    window.addEventListener('keydown', event => heard.push(event.key));
  });
  const input = inputOf(page);
  await input.fill('all of it');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+p');
  await page.keyboard.type('new');
  await expect.poll(() => messageText(input)).toBe('new');
  const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  expect(heard.filter(key => key === 'a')).toEqual([]);
  expect(heard).toContain('p');
});

async function middleOf(page: Page): Promise<[number, number]> {
  const box = await page.getByRole('log', { name: 'Conversation' }).boundingBox();
  if (!box) throw new Error('The conversation is not shown');
  return [box.x + box.width / 2, box.y + box.height / 2];
}
