import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { useChat } from './harness/useChat';

declare global {
  interface Window {
    /** Elements of turns that were drawn, and whether one has been in the document. */
    rehearsal?: { readonly drawn: Element[]; isShown: boolean };
  }
}

const open = useChat();

/** Notes the elements of turns, in the document or not. */
function recordTurns(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const drawn: Element[] = [];
    const rehearsal = { drawn, isShown: false };
    window.rehearsal = rehearsal;
    new MutationObserver(() => {
      rehearsal.isShown ||= document.querySelector('.turn') !== null;
    }).observe(document, { subtree: true, childList: true });
    const { setAttribute } = Element.prototype;
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'class' && value.split(' ').includes('turn') && !drawn.includes(this)) {
        drawn.push(this);
      }
      setAttribute.call(this, name, value);
    };
  });
}

it('rehearses a turn before the first one, which nobody sees, hears or is asked about', async () => {
  const { page, host, reload } = await open({ isOwn: true, keepsFocus: true });
  await recordTurns(page);
  host.calls.splice(0);
  await reload();
  const rehearsed = () =>
    page.evaluate(() => {
      const { drawn = [], isShown } = window.rehearsal ?? {};
      return {
        isShown,
        turns: drawn.map(turn => turn.className),
        isOver: drawn.every(turn => turn.parentNode === null),
        knowsAnnouncements: performance
          .getEntriesByType('resource')
          .some(({ name }) => name.includes('/announcements-')),
      };
    });
  await expect
    .poll(rehearsed)
    .toEqual({ isShown: false, turns: ['turn'], isOver: true, knowsAnnouncements: true });
  const left = await page.evaluate(() => ({
    announced: document.querySelector('[aria-live=polite]')?.textContent,
    focus: document.activeElement?.getAttribute('aria-label'),
  }));
  expect(left).toEqual({ announced: '', focus: 'Message' });
  const methods = new Set(host.calls.map(({ method }) => method));
  expect([...methods].sort()).toEqual([
    'conversation.last',
    'page.focusChanged',
    'page.focused',
    'page.ready',
    'page.started',
  ]);
});
