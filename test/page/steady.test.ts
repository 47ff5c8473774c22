import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { arrived, reported } from './harness/reports';
import { delta, endTurn, startBlock, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

/** Places of what the user looks at, in px from the top left: undefined while it is not shown. */
interface Frame {
  readonly box: string | undefined;
  readonly button: string | undefined;
  readonly sent: string | undefined;
  readonly reply: string | undefined;
}

declare global {
  interface Window {
    shownFrames: Frame[];
  }
}

/** Notes each frame from now on that differs from the one before. */
async function record(page: Page): Promise<void> {
  await page.evaluate(() => {
    const place = (element: Element | null | undefined) => {
      const { left, top, width } = element?.getBoundingClientRect() ?? {
        left: 0,
        top: 0,
        width: 0,
      };
      return width > 0 ? `${left}, ${top}` : undefined;
    };
    window.shownFrames = [];
    const look = () => {
      const frame: Frame = {
        box: place(document.querySelector('.composer')),
        button: place(document.querySelector('.send-buttons > :last-child')),
        sent: place(document.querySelector('.message-person')),
        reply: place(document.querySelector('.item-text')),
      };
      if (JSON.stringify(frame) !== JSON.stringify(window.shownFrames.at(-1))) {
        window.shownFrames.push(frame);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

/** Waits until two more frames are drawn, so that all before is noted. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))),
  );
}

it.each([260, 880])(
  'what is in view at %i px stays in its place from the first paint to the end of a turn',
  async width => {
    const { page, host } = await open({ width, height: 800 });
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    await record(page);
    host.emit(...arrived, reported({ mode: 'acceptEdits', usualEffort: 'high' }));
    await page.getByRole('button', { name: /^Permission mode: Edit auto/ }).waitFor();
    host.answers['message.send'] = () => host.emit(...startTurn('1', 'Add a flag'));
    await page.getByRole('textbox', { name: 'Message' }).fill('Add a flag');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    host.emit(startBlock('a'), delta('a', 'I will '));
    await page.getByText('I will').waitFor();
    host.emit(delta('a', 'add it. '.repeat(20)), { type: 'block.ended', blockId: 'a' });
    await page.getByText('add it.').waitFor();
    host.emit(...endTurn());
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await drawn(page);
    const frames = await page.evaluate(() => window.shownFrames);
    const places = (name: 'box' | 'button' | 'sent' | 'reply') => [
      ...new Set(frames.map(frame => frame[name]).filter(Boolean)),
    ];
    for (const name of ['box', 'button', 'sent', 'reply'] as const) {
      expect(places(name), name).toHaveLength(1);
    }
  },
);
