import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Attachment } from '../../src/contract/draft';
import type { FrontContext, Mention, WithheldReason } from '../../src/contract/mentions';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import { useChat } from './harness/useChat';

const open = useChat();
const inputOf = (page: Page) => page.getByRole('textbox', { name: 'Message' });

const selection: FrontContext = {
  id: 'front-1',
  kind: 'selection',
  path: 'src/a.ts',
  lines: { start: 5, end: 10 },
  tokens: 1_000,
};
const file: FrontContext = { id: 'front-2', kind: 'file', path: 'src/a.ts', tokens: 10 };

/** Opens a chat with this in front of the editor. */
async function openWith(front: FrontContext) {
  const chat = await open();
  const show = (next: FrontContext | undefined) =>
    chat.host.send('front.changed', {
      channelId: chat.host.channelId,
      ...(next ? { front: next } : {}),
    });
  show(front);
  return { ...chat, show };
}

describe('The chip of the active editor', () => {
  it('names the selected lines, is sent by its id, and shows them on request', async () => {
    const { page, host } = await openWith(selection);
    await page.getByRole('button', { name: 'Selection a.ts, lines 5–10' }).click();
    expect(await host.waitFor('front.reveal')).toMatchObject({ front: 'front-1' });
    await inputOf(page).fill('explain');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'explain', front: 'front-1' });
  });

  it('follows the selection', async () => {
    const { page, show } = await openWith(selection);
    await page.getByRole('button', { name: 'Selection a.ts, lines 5–10' }).waitFor();
    show({ ...selection, id: 'front-3', lines: { start: 7, end: 7 } });
    await page.getByRole('button', { name: 'Selection a.ts, line 7' }).waitFor();
    show({ ...selection, id: 'front-4', lines: { start: 1, end: 2000 }, isCut: true });
    await page.getByRole('button', { name: 'Selection a.ts, lines 1–2000 (cut)' }).waitFor();
    show({ ...file, id: 'front-5', path: 'n.ipynb', name: 'n.ipynb, cell 3' });
    await page.getByRole('button', { name: 'File n.ipynb, cell 3' }).waitFor();
    show(undefined);
    await page.locator('.front-chip').waitFor({ state: 'detached' });
  });

  it('stays removed until something else is selected', async () => {
    const { page, host, show } = await openWith(selection);
    await page.getByRole('button', { name: 'Remove a.ts' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('.front-chip').waitFor({ state: 'detached' });
    expect(await inputOf(page).evaluate(input => document.activeElement === input)).toBe(true);
    show(file);
    await page.keyboard.type('without');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).not.toHaveProperty('front');
    // Removing it was for this message only.
    await page.getByRole('button', { name: 'File a.ts' }).waitFor();
    await page.getByRole('button', { name: 'Remove a.ts' }).click();
    show({ ...selection, id: 'front-3' });
    await page.getByRole('button', { name: 'Selection a.ts' }).waitFor();
  });

  it('is sent with no other content than the one shown', async () => {
    const { page, host, show } = await openWith(selection);
    await page.getByRole('button', { name: 'Selection a.ts' }).waitFor();
    host.send('front.changed', { channelId: 'other' as typeof host.channelId, front: file });
    show({ ...selection, id: 'front-3', lines: { start: 1, end: 1 } });
    await page.getByRole('button', { name: 'Selection a.ts, line 1' }).waitFor();
    await inputOf(page).fill('go');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ front: 'front-3' });
  });

  it('says which file is not shared, and why', async () => {
    const { page, host } = await open();
    const reasons: [WithheldReason, string][] = [
      ['secret', 'suggests secrets'],
      ['ignored', 'Git ignores it'],
      ['excluded', 'settings exclude it'],
      ['denied', 'Your rules'],
    ];
    for (const [reason, text] of reasons) {
      host.send('front.changed', {
        channelId: host.channelId,
        withheld: { name: '.env', reason },
      });
      await page
        .locator('.front-chip', { hasText: '.env is not shared' })
        .getByText(text)
        .waitFor();
    }
    await inputOf(page).fill('hello');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).not.toHaveProperty('front');
  });

  it('lets the user choose what is shared, and is accessible in a narrow view', async () => {
    const chat = await open({ width: 260 });
    const { page, host } = chat;
    const path = `src/${'a-rather-long-name-of-a-file'.repeat(3)}.ts`;
    host.send('front.changed', { channelId: host.channelId, front: { ...selection, path } });
    await page.getByRole('button', { name: 'Choose What the Active Editor Shares' }).click();
    await host.waitFor('front.choose');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  });
});

describe('Add to Tandem Chat', () => {
  const mention: Mention = {
    token: '@a.ts#5-10',
    label: 'a.ts, lines 5–10',
    target: { kind: 'file', path: 'a.ts', lines: { start: 5, end: 10 } },
  };
  const attachment: Attachment = {
    ...{ kind: 'text', id: 'x', name: 'Terminal zsh', origin: 'terminal', text: 'failed' },
  };

  it('keeps the draft, in which mentions stand at the caret', async () => {
    const { page, host } = await open();
    await inputOf(page).fill('look at');
    host.send('composer.add', { pieces: [mention], attachments: [] });
    await expect.poll(() => messageText(inputOf(page))).toBe('look at @a.ts#5-10 ');
    host.send('composer.add', { pieces: [], attachments: [attachment] });
    // Another file with the same name gets a name of its own.
    const other: Mention = { ...mention, target: { kind: 'file', path: 'b/a.ts' } };
    host.send('composer.add', { pieces: [other, mention], attachments: [] });
    const text = 'look at @a.ts#5-10 @a.ts#5-10~2 @a.ts#5-10 ';
    await expect.poll(() => messageText(inputOf(page))).toBe(text);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({
      text: text.trimEnd(),
      mentions: [mention, { ...other, token: '@a.ts#5-10~2' }],
      attachments: [attachment],
    });
  });

  it('adds to the conversation on screen only', async () => {
    const { page, host } = await open();
    const other = 'other' as typeof host.channelId;
    host.send('composer.add', { channelId: other, pieces: [mention], attachments: [] });
    host.send('composer.add', { channelId: host.channelId, pieces: ['this'], attachments: [] });
    await expect.poll(() => messageText(inputOf(page))).toBe('this');
  });
});
