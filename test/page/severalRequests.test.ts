import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatPage } from './harness/chatPage';
import { arrived } from './harness/reports';
import { opened, permissionFor, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const long = Array.from({ length: 60 }, (_, index) => `echo ${index}`).join('\n');
const cardOf = ({ page }: ChatPage, id: string) => page.locator(`[id="prompt-${id}"]`);

/** Whether any part of it is in view. */
function isSeen(one: Locator): Promise<boolean> {
  return one.evaluate(
    element =>
      new Promise<boolean>(resolve => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve(entry?.isIntersecting === true);
        });
        observer.observe(element);
      }),
  );
}

describe('The way to the requests that wait', () => {
  it('leads to the next one while the first is in view, and back', async () => {
    const chat = await open({ width: 260, height: 420 });
    const { page, host } = chat;
    const [first, second] = [permissionFor('p', long), permissionFor('q', long)];
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(first), ...opened(second));
    await cardOf(chat, 'q').waitFor();
    await page.locator('.scroller').evaluate(box => box.scrollTo({ top: 0 }));
    await expect.poll(() => isSeen(cardOf(chat, 'p'))).toBe(true);
    await expect.poll(() => isSeen(cardOf(chat, 'q'))).toBe(false);
    await page.getByRole('button', { name: 'Go to the Next of 2 Requests' }).click();
    await expect.poll(() => isSeen(cardOf(chat, 'q'))).toBe(true);
    await page.getByRole('button', { name: 'Go to the First of 2 Requests' }).click();
    await expect.poll(() => isSeen(cardOf(chat, 'p'))).toBe(true);
    host.emit({ type: 'prompt.closed', promptId: second.id, outcome: 'denied' });
    await page.getByRole('button', { name: /^Go to the/ }).waitFor({ state: 'detached' });
  });

  it('is not shown while a part of each is in view', async () => {
    const chat = await open({ width: 420, height: 900 });
    const { page, host } = chat;
    const [first, second] = [permissionFor('p', 'npm test'), permissionFor('q', 'npm start')];
    host.emit(...arrived, ...startTurn('1', 'Run'), ...opened(first), ...opened(second));
    await cardOf(chat, 'q').waitFor();
    expect(await isSeen(cardOf(chat, 'p'))).toBe(true);
    expect(await isSeen(cardOf(chat, 'q'))).toBe(true);
    expect(await page.getByRole('button', { name: /^Go to / }).count()).toBe(0);
  });

  it('is found with one look at the page, however many requests wait', async () => {
    const chat = await open({ width: 260, height: 420 });
    const { page, host } = chat;
    const all = Array.from({ length: 40 }, (_, index) => permissionFor(`p${index}`, long));
    host.emit(...arrived, ...startTurn('1', 'Run'), ...all.flatMap(opened));
    const link = page.getByRole('button', { name: /^Go to the (?:First|Next) of 40 Requests$/ });
    await link.waitFor();
    const looks = await page.evaluate(() => {
      let count = 0;
      // As in a long conversation, which removes what is far from view.
      for (const card of document.querySelectorAll('[data-reveal]')) card.remove();
      for (const name of ['querySelector', 'querySelectorAll'] as const) {
        const own: (selector: string) => unknown = Reflect.get(document, name).bind(document);
        Object.assign(document, {
          [name]: (selector: string) => {
            count += selector.includes('data-reveal') ? 1 : 0;
            return own(selector);
          },
        });
      }
      document.querySelector('.scroller')?.dispatchEvent(new Event('scroll'));
      return count;
    });
    expect(looks).toBe(1);
  });
});
