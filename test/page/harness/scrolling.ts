import type { Page } from 'playwright-core';

export const paragraph = `${'Words that fill a line and another one. '.repeat(12)}\n\n`;

export const logOf = (page: Page) => page.getByRole('log', { name: 'Conversation' });
export const fromEnd = (page: Page) =>
  logOf(page).evaluate(log => log.scrollHeight - log.scrollTop - log.clientHeight);
/** Returns the first visible message and its position. */
export const place = (page: Page) =>
  logOf(page).evaluate(log => {
    const top = log.getBoundingClientRect().top;
    for (const element of log.querySelectorAll<HTMLElement>('[data-key]')) {
      const rect = element.getBoundingClientRect();
      if (rect.bottom > top + 1) {
        return { key: element.dataset.key, offset: Math.round(rect.top - top) };
      }
    }
    return undefined;
  });

/** Returns the first visible paragraph of an answer and its position. */
export const firstParagraph = (page: Page) =>
  logOf(page).evaluate(log => {
    const { top } = log.getBoundingClientRect();
    const offset = (element: Element) => Math.round(element.getBoundingClientRect().top - top);
    const found = [...log.querySelectorAll('.markdown p')].find(element => offset(element) >= 0);
    return found && { text: found.textContent, offset: offset(found) };
  });

export async function wheel(page: Page, deltaY: number): Promise<void> {
  await logOf(page).hover();
  await page.mouse.wheel(0, deltaY);
}

/** Waits for the end of scrolling: wheel and keys move the view for several frames. */
export async function standsStill(page: Page, frames = 5): Promise<void> {
  await logOf(page).evaluate(async (log, enough) => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
    for (let same = 0, last = -1; same < enough; last = log.scrollTop) {
      await frame();
      same = log.scrollTop === last ? same + 1 : 0;
    }
  }, frames);
}

/** Returns by how many px an item has moved down since. */
export function shiftOf(page: Page, before: Awaited<ReturnType<typeof place>>): Promise<number> {
  return logOf(page).evaluate(
    (log, { key, offset }) => {
      const item = log.querySelector(`[data-key="${CSS.escape(key)}"]`);
      return (item?.getBoundingClientRect().top ?? 0) - log.getBoundingClientRect().top - offset;
    },
    { key: before?.key ?? '', offset: before?.offset ?? 0 },
  );
}
