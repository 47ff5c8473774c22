import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { SpeechEvent } from '../../src/contract/speech';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import type { ChatPage, ChatPageOptions } from './harness/chatPage';
import { arrived } from './harness/reports';
import { startTurn } from './harness/story';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();

const boxOf = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const buttonOf = (page: Page) => page.getByRole('button', { name: 'Dictate', exact: true });
const stripOf = (page: Page) => page.getByRole('group', { name: 'Dictation' });

interface Dictating extends ChatPage {
  /** Begins by a click on the button. */
  begin(): Promise<void>;
  /** Reports of the dictation that was begun last. */
  tell(...events: SpeechEvent[]): void;
}

async function openDictation(options: ChatPageOptions = {}): Promise<Dictating> {
  const chat = await open(options);
  const { page, host } = chat;
  host.emit(...arrived);
  await page.locator('.message-input.rich').waitFor();
  await buttonOf(page).waitFor();
  const tell = (...events: SpeechEvent[]) => {
    const id = host.called('speech.start').at(-1)?.id ?? '';
    for (const event of events) {
      host.send('speech.reported', { id, event });
    }
  };
  const begin = async () => {
    const count = host.called('speech.start').length;
    await buttonOf(page).click();
    await host.waitFor('speech.start', count + 1);
    tell({ kind: 'recording' });
    await page.getByText('Listening…').waitFor();
  };
  return { ...chat, begin, tell };
}

describe('Dictation', () => {
  it('shows what is heard at the caret, inserts the text there, and one undo takes it away', async () => {
    const { page, host, begin, tell } = await openDictation();
    const box = boxOf(page);
    await box.focus();
    await page.keyboard.type('Please with care');
    for (let step = 0; step < ' with care'.length; step += 1) {
      await page.keyboard.press('ArrowLeft');
    }
    await begin();
    expect(await buttonOf(page).getAttribute('aria-pressed')).toBe('true');
    tell({ kind: 'level', level: 0.5, seconds: 65 }, { kind: 'heard', text: 'add' });
    await page.getByText('1:05').waitFor();
    const bar = page.locator('.dictation-level > span');
    expect(await bar.getAttribute('style')).toContain('scaleX(0.5');
    const heard = page.locator('.heard');
    expect(await heard.textContent()).toBe(' add');
    // The message has none of it yet, not even when it is saved.
    await page.keyboard.press('End');
    await page.keyboard.type('!');
    await expect.poll(() => host.draft.text).toBe('Please with care!');
    tell({ kind: 'heard', text: 'add a flag' });
    await expect.poll(() => heard.textContent()).toBe(' add a flag');
    expect(await axeFindings(page)).toEqual([]);
    tell({ kind: 'transcribing' }, { kind: 'done', text: 'add a red flag' });
    await expect.poll(() => messageText(box)).toBe('Please add a red flag with care!');
    expect(await buttonOf(page).getAttribute('aria-pressed')).toBe('false');
    await stripOf(page).waitFor({ state: 'detached' });
    await page.keyboard.type('?');
    expect(await messageText(box)).toBe('Please add a red flag with care!?');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await messageText(box)).toBe('Please with care!');
    await page.keyboard.press('Control+y');
    expect(await messageText(box)).toBe('Please add a red flag with care!');
  });

  testInFull('works in the plain box, too, where the line below shows what is heard', async () => {
    const { page, host, reload } = await open({ isOwn: true });
    await page.route(/RichBox/, route => route.abort());
    await reload();
    host.emit(...arrived);
    await buttonOf(page).waitFor();
    const box = boxOf(page);
    await box.focus();
    await page.keyboard.type('Please');
    await buttonOf(page).click();
    const { id } = await host.waitFor('speech.start');
    const tell = (event: SpeechEvent) => host.send('speech.reported', { id, event });
    tell({ kind: 'recording' });
    tell({ kind: 'heard', text: 'add a' });
    await stripOf(page).getByText('add a').waitFor();
    tell({ kind: 'done', text: 'add a flag' });
    await expect.poll(() => messageText(box)).toBe('Please add a flag');
    await page.keyboard.type('!');
    await page.keyboard.press('Control+z');
    await expect.poll(() => messageText(box)).toBe('Please add a flag');
    await page.keyboard.press('Control+z');
    await expect.poll(() => messageText(box)).toBe('Please');
    expect(await box.evaluate(element => element.tagName)).toBe('TEXTAREA');
  });

  it('replaces the selection, and breaks no chip beside it', async () => {
    const { page, begin, tell } = await openDictation({
      prepare: host => {
        const target = { kind: 'file', path: 'src/a.ts' } as const;
        const mentions = [{ token: '@src/a.ts', label: 'a.ts', target }];
        host.draft = { text: 'old @src/a.ts', images: [], mentions };
      },
    });
    const box = boxOf(page);
    await box.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await begin();
    tell({ kind: 'done', text: 'change' });
    await expect.poll(() => messageText(box)).toBe('change @src/a.ts');
    await page.keyboard.press('End');
    await begin();
    tell({ kind: 'done', text: 'and test it' });
    await expect.poll(() => messageText(box)).toBe('change @src/a.ts and test it');
  });

  it('is finished by Enter, which sends nothing, or by Send', async () => {
    const { page, host, begin, tell } = await openDictation();
    await begin();
    await page.keyboard.press('Enter');
    expect(await host.waitFor('speech.stop')).toMatchObject({ keeps: true });
    tell({ kind: 'transcribing' });
    await page.getByText('Transcribing…').waitFor();
    await page.keyboard.press('Enter');
    tell({ kind: 'done', text: 'first' });
    await expect.poll(() => messageText(boxOf(page))).toBe('first');
    // Typed right behind it, and still a step of its own.
    await page.keyboard.type('!');
    await page.keyboard.press('Control+z');
    expect(await messageText(boxOf(page))).toBe('first');
    await begin();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    expect(await host.waitFor('speech.stop', 2)).toMatchObject({ keeps: true });
    tell({ kind: 'done', text: 'second' });
    await expect.poll(() => messageText(boxOf(page))).toBe('first second');
    expect(host.called('message.send')).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await host.waitFor('message.send')).toMatchObject({ text: 'first second' });
    expect(host.called('speech.stop')).toHaveLength(2);
  });

  it('is discarded by Escape, which does not stop the agent, and leaves the text as it was', async () => {
    const { page, host, begin, tell } = await openDictation();
    host.emit(...startTurn('1', 'Hi'));
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await boxOf(page).focus();
    await page.keyboard.type('keep');
    await begin();
    tell({ kind: 'heard', text: 'discard' });
    await page.locator('.heard').waitFor();
    await page.keyboard.press('Escape');
    expect(await host.waitFor('speech.stop')).toMatchObject({ keeps: false });
    await page.locator('.heard').waitFor({ state: 'detached' });
    // This comes too late.
    tell({ kind: 'done', text: 'discard' });
    host.send('composer.focus', { text: '!' });
    await expect.poll(() => messageText(boxOf(page))).toBe('keep!');
    expect(host.called('agent.stop')).toEqual([]);
    await page.keyboard.press('Escape');
    await host.waitFor('agent.stop');
  });

  testInFull(
    'stays in its place while the agent works, and its message goes with the next message',
    async () => {
      const { page, host, begin, tell } = await openDictation();
      const idle = await buttonOf(page).boundingBox();
      await begin();
      tell({ kind: 'failed', message: 'It broke.', offersSetUp: true });
      await stripOf(page).getByText('It broke.').waitFor();
      await boxOf(page).focus();
      await page.keyboard.type('typed');
      await page.keyboard.press('Enter');
      await host.waitFor('message.send');
      await stripOf(page).waitFor({ state: 'detached' });
      host.emit(...startTurn('1', 'Hi'));
      await page.getByRole('button', { name: 'Stop' }).waitFor();
      expect((await buttonOf(page).boundingBox())?.x).toBe(idle?.x);
    },
  );

  testInFull('lasts as long as the button is held, or until the next click', async () => {
    const { page, host, tell } = await openDictation();
    await buttonOf(page).hover();
    await page.mouse.down();
    await host.waitFor('speech.start');
    tell({ kind: 'recording' });
    await page.getByText('Listening…').waitFor();
    const begin = await page.evaluate(() => performance.now());
    await page.waitForFunction(time => performance.now() - time > 300, begin);
    expect(host.called('speech.stop')).toEqual([]);
    // A hand that moves while it holds the button still lets go of it.
    await page.mouse.move(5, 5);
    await page.mouse.up();
    expect(await host.waitFor('speech.stop')).toMatchObject({ keeps: true });
    tell({ kind: 'done', text: 'held' });
    await expect.poll(() => messageText(boxOf(page))).toBe('held');
    await buttonOf(page).click();
    await host.waitFor('speech.start', 2);
    expect(host.called('speech.stop')).toHaveLength(1);
    await buttonOf(page).click();
    await host.waitFor('speech.stop', 2);
  });

  it('begins and ends by the command, with the keyboard on the button, and with a held key', async () => {
    const { page, host, tell } = await openDictation();
    await boxOf(page).focus();
    host.send('composer.focus', { dictate: true });
    await host.waitFor('speech.start');
    host.send('composer.focus', { dictate: true });
    expect(await host.waitFor('speech.stop')).toMatchObject({ keeps: true });
    tell({ kind: 'stopped' });
    await stripOf(page).waitFor({ state: 'detached' });
    await buttonOf(page).focus();
    await page.keyboard.press('Space');
    await host.waitFor('speech.start', 2);
    // The text is to come into the box, and so are the next keys.
    await expect.poll(() => boxOf(page).evaluate(box => box === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await host.waitFor('speech.stop', 2);
    await page.keyboard.down('Control');
    await page.keyboard.down('d');
    host.send('composer.focus', { dictate: true });
    await host.waitFor('speech.start', 3);
    const begin = await page.evaluate(() => performance.now());
    await page.waitForFunction(time => performance.now() - time > 300, begin);
    await page.keyboard.down('d');
    host.send('composer.focus', { dictate: true });
    await page.keyboard.up('d');
    expect(await host.waitFor('speech.stop', 3)).toMatchObject({ keeps: true });
    await page.keyboard.up('Control');
    expect(host.called('speech.start')).toHaveLength(3);
  });

  it('says why there is no text, offers the set-up, and can be tried again', async () => {
    const { page, host, begin, tell } = await openDictation({ width: 260 });
    await boxOf(page).focus();
    await page.keyboard.type('kept');
    await begin();
    const message =
      'arecord could not record: audio open error: No such file or directory. Check that a microphone is connected and allowed.';
    tell({ kind: 'failed', message, offersSetUp: true });
    await stripOf(page).getByText(message).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await messageText(boxOf(page))).toBe('kept');
    await page.getByRole('button', { name: 'Set Up Dictation' }).click();
    await host.waitFor('speech.setUp');
    await stripOf(page).waitFor({ state: 'detached' });
    await begin();
    tell({ kind: 'failed', message: 'Nothing.' });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await stripOf(page).waitFor({ state: 'detached' });
    await begin();
    tell({ kind: 'done', text: 'long', isCut: true });
    await page.getByText('Dictation ends after 5 minutes.').first().waitFor();
  });

  it('ends with its conversation', async () => {
    const { host, begin } = await openDictation();
    await begin();
    const { id } = host.called('speech.start').at(-1) ?? {};
    host.send('page.changed', {
      ...host.init,
      gate: { kind: 'noCli', searched: ['/usr/bin'], message: 'None.' },
    });
    expect(await host.waitFor('speech.stop')).toMatchObject({ id, keeps: false });
  });
});

describe.each(themeRows('dark'))('The line of dictation in the theme %s', theme => {
  it('fits at 260 px without an accessibility finding', async () => {
    const { page, begin, tell } = await openDictation({ theme, width: 260 });
    await begin();
    tell({ kind: 'level', level: 0.7, seconds: 3 }, { kind: 'heard', text: 'add a flag' });
    await page.locator('.heard').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
});
