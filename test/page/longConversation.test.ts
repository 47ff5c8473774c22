import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Turn } from '../../src/contract/conversation';
import type { ConversationEvent } from '../../src/contract/events';
import type { ToolCall } from '../../src/contract/tools';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import { fold } from '../../src/transcript/fold';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import type { ScriptedHost } from './harness/scriptedHost';
import { fromEnd, logOf, paragraph, place, shiftOf, standsStill, wheel } from './harness/scrolling';
import { bashCall, delta, endTurn, say, startBlock, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

/** Returns turns as of real work: a message, calls with output, a long answer. */
function workedTurns(count: number): Turn[] {
  const events = Array.from({ length: count }, (_, turn) => workedEvents(turn));
  return [...events.flat().reduce((state, event) => fold(state, event), emptyConversation).turns];
}

function workedEvents(turn: number): ConversationEvent[] {
  return [
    ...startTurn(`t${turn}`, `Question ${turn}`),
    ...Array.from({ length: 4 }, (_, call) => calledIn(turn, call)),
    ...say(`b-t${turn}`, `Answer ${turn}.\n\n${paragraph}- one\n- two\n- three`),
    ...endTurn(),
  ];
}

function calledIn(turn: number, index: number): ConversationEvent {
  const call = bashCall(`call${turn}-${index}`, `npm test ${turn} ${index}`, 'done');
  const content: ToolCall['content'] = [
    { type: 'text', text: `Output ${turn} ${index}\n`.repeat(9) },
  ];
  return { type: 'tool.updated', at: 1, call: { ...call, content } };
}

describe('A long conversation', () => {
  /** Most elements at any moment: those of a design that is to stay fast. */
  const most = 2_000;
  const worked = (count: number) => (host: ScriptedHost) => {
    host.conversation = { ...emptyConversation, turns: workedTurns(count) };
  };

  /** Counts elements in each frame; returns the most so far. */
  async function watchElements(page: Page): Promise<() => Promise<number>> {
    const counter = await page.evaluateHandle(() => {
      const seen = { most: 0 };
      const look = () => {
        seen.most = Math.max(seen.most, document.body.querySelectorAll('*').length);
        requestAnimationFrame(look);
      };
      look();
      return seen;
    });
    return () => counter.evaluate(({ most: count }) => count);
  }

  const toggleOf = (page: Page, command: string) =>
    page
      .getByRole('group', { name: `Bash ${command}`, exact: true })
      .getByRole('button', { name: 'Bash details' });
  const keys = (page: Page) =>
    page
      .locator('[data-key]')
      .evaluateAll(all => all.map(element => element.getAttribute('data-key')));

  testInFull('keeps few elements while it goes on, and its end in view', async () => {
    const { page, host } = await open({ height: 1_000, prepare: worked(5) });
    const elements = await watchElements(page);
    for (let turn = 0; turn < 100; turn += 1) {
      host.emit(...startTurn(`n${turn}`, `New ${turn}`), calledIn(turn, 9), startBlock(`n${turn}`));
      host.emit(delta(`n${turn}`, paragraph), { type: 'block.ended', blockId: `n${turn}` });
      host.emit(...endTurn());
      await page.getByText(`New ${turn}`, { exact: true }).waitFor();
      await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    }
    expect(await elements()).toBeLessThanOrEqual(most);
    expect(await elements()).toBeGreaterThan(800);
    expect(await keys(page)).not.toContain('prompt:m-n0');
  });

  testInFull('leaves a reader in peace while it goes on', async () => {
    const { page, host } = await open({ prepare: worked(30) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const elements = await watchElements(page);
    await wheel(page, -1_500);
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    await standsStill(page);
    const before = await place(page);
    for (let turn = 0; turn < 60; turn += 1) {
      host.emit(
        ...startTurn(`n${turn}`, `New ${turn}`),
        ...say(`n${turn}`, paragraph),
        ...endTurn(),
      );
      await page.getByRole('button', { name: `${2 * turn + 2} new`, exact: true }).waitFor();
      expect(Math.abs(await shiftOf(page, before))).toBeLessThanOrEqual(1);
    }
    await standsStill(page);
    expect(await place(page)).toEqual(before);
    expect(await elements()).toBeLessThanOrEqual(most);
    expect(await keys(page)).not.toContain('prompt:m-n59');
    await logOf(page).focus();
    await page.keyboard.press('End');
    await page.getByText('New 59', { exact: true }).waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    host.emit(...startTurn('last', 'The last'), ...say('last', paragraph), ...endTurn());
    await page.getByText('The last', { exact: true }).waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  });

  it.each(
    rowsOf(
      [],
      [
        ['stored', 18],
        ['live', 18],
      ],
    ),
  )('is scrolled through without a jump when %s', async (kind, count) => {
    const { page, host } = await open({
      height: 900,
      prepare: kind === 'stored' ? worked(count) : worked(0),
    });
    for (let turn = 0; kind === 'live' && turn < count; turn += 1) {
      host.emit(...workedEvents(turn));
    }
    const newest = `prompt:m-t${count - 1}`;
    await expect.poll(() => keys(page)).toContain(newest);
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const elements = await watchElements(page);
    // The browser lays out in advance what is nearer than one and a half views. Farther messages
    // have an estimated height, so a longer leap would rightly move the others by the difference.
    const step = 1_200;
    const travel = async (by: number, isThere: () => Promise<boolean>) => {
      while (!(await isThere())) {
        const before = await place(page);
        const exact = await shiftOf(page, before);
        const room = await (by < 0 ? logOf(page).evaluate(log => log.scrollTop) : fromEnd(page));
        await wheel(page, by);
        await standsStill(page);
        const moved = ((await shiftOf(page, before)) - exact) * -Math.sign(by);
        // The browser scrolls whole pixels, so that each page that comes or goes may round once.
        if (room > Math.abs(by)) {
          expect(Math.abs(moved - Math.abs(by))).toBeLessThanOrEqual(2);
        } else {
          // At the end of what is drawn, the view waits for the next page.
          expect(moved).toBeGreaterThanOrEqual(room - 2);
          expect(moved).toBeLessThanOrEqual(Math.abs(by) + 2);
        }
      }
    };
    await travel(-step, async () => (await place(page))?.key === 'prompt:m-t0');
    expect(await keys(page)).not.toContain(newest);
    await travel(
      step,
      async () => (await fromEnd(page)) <= 2 && (await keys(page)).includes(newest),
    );
    expect(await keys(page)).not.toContain('prompt:m-t0');
    expect(await elements()).toBeLessThanOrEqual(most);
  });

  testInFull('scrolls to a message that was never near the view without a jump', async () => {
    const { page } = await open({ height: 900, prepare: worked(36) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const top = () => logOf(page).evaluate(log => log.scrollTop);
    const up = async (by: number) => {
      await wheel(page, -by);
      await standsStill(page);
    };
    const first = (await keys(page))[0];
    while ((await keys(page))[0] === first) await up(2_000);
    // The browser lays out in advance what is nearer than one and a half views.
    while ((await top()) > 1_700) await up(Math.min(2_000, (await top()) - 1_700));
    const before = await place(page);
    const [exact, room] = [await shiftOf(page, before), await top()];
    await up(2_000);
    expect((await shiftOf(page, before)) - exact).toBeGreaterThanOrEqual(room - 2);
  });

  testInFull('keeps the turns of the focus and of a selection', async () => {
    const { page, host } = await open({ prepare: worked(10) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const go = (from: number, to: number) => {
      for (let turn = from; turn < to; turn += 1) host.emit(...workedEvents(turn));
      return page.getByText(`Question ${to - 1}`, { exact: true }).waitFor();
    };
    await page
      .getByText('Question 8', { exact: true })
      .evaluate(element => getSelection()?.selectAllChildren(element));
    await go(10, 40);
    await standsStill(page);
    expect(await keys(page)).toContain('prompt:m-t8');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('Question 8');
    await page.evaluate(() => getSelection()?.removeAllRanges());
    const card = toggleOf(page, 'npm test 39 0');
    await card.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
    await go(40, 70);
    await expect.poll(() => keys(page)).not.toContain('prompt:m-t8');
    await standsStill(page);
    expect(await card.evaluate(element => element === document.activeElement)).toBe(true);
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await go(70, 100);
    await expect.poll(() => keys(page)).not.toContain('prompt:m-t39');
  });

  testInFull('shows a turn that has left the document as the user had unfolded it', async () => {
    const { page, host } = await open({ prepare: worked(3) });
    const card = toggleOf(page, 'npm test 0 2');
    await card.click();
    await expect.poll(() => card.getAttribute('aria-expanded')).toBe('false');
    await logOf(page).focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.getByRole('button', { name: 'Jump to the end' }).count()).toBe(0);
    for (let turn = 3; turn < 60; turn += 1) host.emit(...workedEvents(turn));
    await page.getByText('Question 59', { exact: true }).waitFor();
    await expect.poll(() => keys(page)).not.toContain('prompt:m-t0');
    host.send('item.reveal', {
      channelId: host.channelId,
      key: 'prompt:m-t0',
      place: { turn: 0, group: 'prompt:m-t0' },
    });
    await page.getByText('Question 0', { exact: true }).waitFor();
    await toggleOf(page, 'npm test 0 1').waitFor();
    expect(await card.getAttribute('aria-expanded')).toBe('false');
    expect(await toggleOf(page, 'npm test 0 1').getAttribute('aria-expanded')).toBe('true');
  });

  it('restores a position far from its end with few elements', async () => {
    const { page, host, reload } = await open({
      height: 900,
      prepare: made => {
        worked(80)(made);
        made.view = { expanded: [], anchor: { key: 'prompt:m-t5', offset: -7 } };
      },
    });
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    await expect.poll(() => place(page)).toEqual({ key: 'prompt:m-t5', offset: -7 });
    await standsStill(page);
    expect(await place(page)).toEqual({ key: 'prompt:m-t5', offset: -7 });
    const count = await page.evaluate(() => document.body.querySelectorAll('*').length);
    expect(count).toBeLessThanOrEqual(most);
    await reload();
    await expect.poll(() => place(page)).toEqual({ key: 'prompt:m-t5', offset: -7 });
    expect(host.view.anchor).toEqual({ key: 'prompt:m-t5', offset: -7 });
  });
});
