import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import { fold } from '../../src/transcript/fold';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import type { ScriptedHost } from './harness/scriptedHost';
import {
  firstParagraph,
  fromEnd,
  logOf,
  paragraph,
  place,
  shiftOf,
  standsStill,
  wheel,
} from './harness/scrolling';
import {
  bashCall,
  delta,
  endTurn,
  manyTurns,
  opened,
  permissionFor,
  say,
  startBlock,
  startTurn,
} from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();

const withTurns = (count: number) => (host: ScriptedHost) => {
  host.conversation = { ...emptyConversation, turns: manyTurns(count) };
};

const lastMessage = '.message >> nth=-1';
const gone = 'display: none';
const higher = 'padding-top: 60px';

describe('The conversation', () => {
  it('opens at its end and stays there while text streams', async () => {
    const { page, host } = await open({ prepare: withTurns(20) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    host.emit(...startTurn('n', 'More?'), startBlock('b'));
    for (let index = 0; index < 5; index++) {
      host.emit(delta('b', `${index} ${paragraph}`));
      await page.getByText(`${index} Words`).waitFor();
      await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    }
  });

  it('goes to its end with a message that is sent, but not with one that is queued', async () => {
    const { page, host } = await open({ prepare: withTurns(20) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const box = page.getByRole('textbox', { name: 'Message' });
    await wheel(page, -600);
    await standsStill(page);
    await box.fill('And now?');
    await box.press('Enter');
    await host.waitFor('message.send');
    host.emit(...startTurn('n', 'And now?'), startBlock('b'), delta('b', paragraph.repeat(9)));
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);

    await wheel(page, -600);
    await standsStill(page);
    const before = await place(page);
    await box.fill('Then this');
    await box.press('Enter');
    await host.waitFor('message.send', 2);
    await standsStill(page);
    expect(await place(page)).toEqual(before);
  });

  it('goes to its end with the first message, which is sent while Claude Code starts', async () => {
    const { page, host } = await open({ prepare: withTurns(20) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const box = page.getByRole('textbox', { name: 'Message' });
    await wheel(page, -600);
    await standsStill(page);
    host.emit({ type: 'agent.changed', agent: { phase: 'starting' } });
    await page.locator('.status-phase').getByText('Starting…').waitFor();
    await box.fill('And now?');
    await box.press('Enter');
    await host.waitFor('message.send');
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  });

  it('stops following on any upward scroll, counts what is new, and returns by the button', async () => {
    const { page, host } = await open({ prepare: withTurns(20) });
    host.emit(...startTurn('n', 'More?'), startBlock('b'), delta('b', paragraph.repeat(3)));
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await wheel(page, -30);
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    await standsStill(page);
    const before = await place(page);
    host.emit(
      delta('b', paragraph.repeat(3)),
      ...say('c', 'A second block'),
      ...say('d', 'A third'),
    );
    const button = page.getByRole('button', { name: '2 new' });
    await button.waitFor();
    expect(await place(page)).toEqual(before);
    await button.click();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    expect(await button.count()).toBe(0);
    host.emit(...say('e', paragraph.repeat(2)));
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  });

  it.each(rowsOf(['PageUp'], ['PageUp', 'ArrowUp', 'Home']))(
    'stops following on %s, and follows again at the end',
    async key => {
      const { page, host } = await open({ prepare: withTurns(20) });
      await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
      await logOf(page).focus();
      await page.keyboard.press(key);
      await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
      await expect.poll(() => fromEnd(page)).toBeGreaterThan(20);
      // A key pressed while the view still moves would be lost.
      await standsStill(page);
      host.emit(...startTurn('n', 'More?'), ...say('b', paragraph));
      await page.getByRole('button', { name: '2 new' }).waitFor();
      await page.keyboard.press('End');
      await expect.poll(() => page.getByRole('button', { name: /new$/ }).count()).toBe(0);
      host.emit(...say('c', paragraph));
      await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    },
  );

  it('stays at its end while the box is replaced by one with chips, whatever the draft', async () => {
    const { page, host, reload } = await open({
      prepare: made => {
        withTurns(6)(made);
        made.draft = { text: 'Half a draft, and some more of it. '.repeat(6), images: [] };
      },
    });
    await richBox(page).waitFor();
    await overflowBy(page, 7);
    // The first time, a wrong place would be saved, and the second time, restored.
    for (let time = 0; time < 2; time++) {
      await reload();
      await richBox(page).waitFor();
      await standsStill(page, 15);
      await isFollowing(page, host);
    }
    host.emit(...startTurn('n', 'More?'), ...say('b', paragraph));
    await page.getByText('Words that fill').last().waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  });

  it.each(
    rowsOf(
      [
        [0, '.composer', gone],
        [0, lastMessage, gone],
      ],
      [0, 1, 2].flatMap(frames => [
        [frames, '.composer', gone],
        [frames, '.composer', higher],
        [frames, '.transcript', 'margin-top: 40px'],
        [frames, lastMessage, gone],
        [frames, lastMessage, higher],
      ]),
    ),
  )(
    'stays at its end although for %i frames, %s has the style “%s”',
    async (frames, selector, style) => {
      const { page, host } = await open({ prepare: withTurns(6) });
      await richBox(page).waitFor();
      await overflowBy(page, 7);
      await flicker(page, selector, style, frames);
      await standsStill(page, 15);
      await isFollowing(page, host);
    },
  );

  it('leaves its end without any key or pointer, as a search in the page does', async () => {
    const { page } = await open({ prepare: withTurns(20) });
    await richBox(page).waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    // A clamp before the search is not taken for the cause of its scroll.
    await flicker(page, '.composer', gone);
    await standsStill(page);
    await logOf(page).evaluate(log => {
      log.scrollTop -= 300;
    });
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    await standsStill(page);
    expect(await fromEnd(page)).toBeGreaterThan(200);
  });

  it('keeps a restored place near its end although the composer is gone for a moment', async () => {
    const { page, host, reload } = await open({ prepare: withTurns(20) });
    await richBox(page).waitFor();
    await wheel(page, -30);
    await standsStill(page);
    await expect
      .poll(async () => host.view.anchor?.offset === (await place(page))?.offset)
      .toBe(true);
    const before = await place(page);
    // The place is still held when the log has been drawn for the first time.
    await page.addInitScript(() => {
      const look = (frames: number) => {
        const log = document.querySelector('[role=log]');
        const composer = document.querySelector<HTMLElement>('.composer');
        if (log && composer && frames > 5) {
          const before = log.scrollTop;
          composer.style.display = 'none';
          Object.assign(window, { clampedBy: before - log.scrollTop });
          composer.style.display = '';
        } else {
          requestAnimationFrame(() => look(log && composer ? frames + 1 : 0));
        }
      };
      look(0);
    });
    await reload();
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    await standsStill(page, 30);
    const clampedBy = await page.evaluate(() => (window as { clampedBy?: number }).clampedBy);
    expect(clampedBy).toBeGreaterThan(10);
    expect(await place(page)).toEqual(before);
  });

  it('does not jump to a prompt until asked', async () => {
    const { page, host } = await open({ prepare: withTurns(20) });
    host.emit(...startTurn('n', 'Run it'));
    await wheel(page, -2000);
    await expect.poll(() => fromEnd(page)).toBeGreaterThan(500);
    await standsStill(page);
    const before = await place(page);
    host.emit(...opened(permissionFor('p1', 'npm test')));
    const link = page.getByRole('button', { name: 'Go to Request' });
    await link.waitFor();
    expect(await place(page)).toEqual(before);
    await link.click();
    const card = page.getByRole('group', { name: /^Permission/ });
    await expect.poll(() => card.evaluate(isInView)).toBe(true);
    expect(await card.evaluate(element => element.contains(document.activeElement))).toBe(true);
    // The way to a card that is in view would say nothing.
    await link.waitFor({ state: 'detached' });
    await wheel(page, -4000);
    await link.waitFor();
  });

  testInFull('scrolls to a distant item, even to a step hidden in a long message', async () => {
    const steps = Array.from({ length: 250 }, (_, index) => say(`step-${index}`, `Step ${index}.`));
    const [long] = [...startTurn('long', 'Many steps'), ...steps.flat(), ...endTurn()].reduce(
      (state, event) => fold(state, event),
      emptyConversation,
    ).turns;
    const { page, host } = await open({
      prepare: made => {
        const turns = [...(long ? [long] : []), ...manyTurns(400)];
        made.conversation = { ...emptyConversation, turns };
      },
    });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const { channelId } = host;
    const go = (key: string, turn: number, group: string) =>
      host.send('item.reveal', { channelId, key, place: { turn, group } });
    const shown = (words: string) => {
      const element = page.getByText(words, { exact: true });
      return expect
        .poll(async () => (await element.count()) === 1 && (await element.evaluate(isInView)))
        .toBe(true);
    };
    go('prompt:m-t99', 100, 'prompt:m-t99');
    await shown('Question 99');
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Question 99');
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    go('prompt:m-t398', 399, 'prompt:m-t398');
    await shown('Question 398');
    go('block:step-7', 0, 'block:step-0');
    await shown('Step 7.');
    await standsStill(page);
    await shown('Step 7.');
  });

  testInFull('keeps its position while earlier pages load above', async () => {
    const { page, host } = await open({ prepare: withTurns(200) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    const count = () => page.getByRole('article').count();
    expect(await count()).toBe(60);
    await logOf(page).evaluate(log => {
      log.scrollTop = 700;
    });
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    const before = await place(page);
    await wheel(page, -150);
    // A page is measured by its elements.
    await expect.poll(count).toBeGreaterThan(60);
    // Exactly the 150 px of the wheel, without any additional shift.
    await expect.poll(() => shiftOf(page, before)).toBeCloseTo(150, -1);
    await standsStill(page);
    expect(Math.abs((await shiftOf(page, before)) - 150)).toBeLessThanOrEqual(3);
    expect(host.called('conversation.earlier').length).toBeGreaterThanOrEqual(1);
  });

  it.each(
    rowsOf(
      [['counted from its end', -290]],
      [
        ['counted from its start', 0],
        ['counted from its end', -290],
      ],
    ),
  )('renders a bounded part of a long conversation, with turns %s', async (_, first) => {
    const { page } = await open({
      prepare: host => {
        // More turns than the page ever keeps.
        withTurns(320)(host);
        host.conversation = { ...host.conversation, first };
      },
    });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await logOf(page).focus();
    const count = () => page.getByRole('article').count();
    const firstKey = () => page.locator('[data-key]').first().getAttribute('data-key');
    for (let key = await firstKey(); key !== 'prompt:m-t0'; key = await firstKey()) {
      // A key pressed while the view still moves would be lost.
      await standsStill(page);
      await page.keyboard.press('Home');
      await expect.poll(firstKey).not.toBe(key);
    }
    await page.getByText('Question 0', { exact: true }).waitFor();
    expect(await count()).toBeLessThanOrEqual(562);
    await page.getByRole('button', { name: 'Jump to the end' }).click();
    await page.getByText('Question 319', { exact: true }).waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    expect(await count()).toBe(60);
  });

  testInFull('goes to the end although a key still scrolls the other way', async () => {
    const { page } = await open({ prepare: withTurns(320) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await logOf(page).focus();
    for (const frames of [1, 2, 3, 5, 8]) {
      await page.keyboard.press('PageUp');
      await standsStill(page);
      await page.keyboard.press('Home');
      await page.evaluate(async count => {
        for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
        document.querySelector<HTMLElement>('.jump')?.click();
      }, frames);
      await standsStill(page);
      expect(await fromEnd(page), `${frames} frames`).toBeLessThanOrEqual(2);
      await logOf(page).focus();
    }
  });

  it('restores its scroll position after a reload', async () => {
    const { page, host, reload } = await open({ prepare: withTurns(60) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await wheel(page, -1500);
    await host.waitFor('view.save');
    await expect.poll(async () => host.view.anchor?.key === (await place(page))?.key).toBe(true);
    const before = host.view.anchor;
    await reload();
    await expect
      .poll(async () => {
        const now = await place(page);
        return (
          now?.key === before?.key && Math.abs((now?.offset ?? 0) - (before?.offset ?? 0)) <= 2
        );
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
  });

  testInFull('is at a restored position in its first picture', async () => {
    const { page, host, reload } = await open({ isOwn: true, prepare: withTurns(60) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await wheel(page, -1500);
    await standsStill(page);
    await expect
      .poll(async () => host.view.anchor?.offset === (await place(page))?.offset)
      .toBe(true);
    const { anchor } = host.view;
    await page.addInitScript(key => {
      const offsets: number[] = [];
      const look = () => {
        const log = document.querySelector('[role=log]');
        const item = log?.querySelector(`[data-key="${CSS.escape(key)}"]`);
        if (log && item) {
          const { top } = log.getBoundingClientRect();
          offsets.push(Math.round(item.getBoundingClientRect().top - top));
        }
      };
      // A task that follows a frame sees what the frame has drawn.
      const next = () =>
        requestAnimationFrame(() =>
          setTimeout(() => {
            look();
            next();
          }),
        );
      next();
      Object.assign(window, { offsets });
    }, anchor?.key ?? '');
    await reload();
    await standsStill(page, 30);
    const offsets = await page.evaluate(() => (window as { offsets?: number[] }).offsets ?? []);
    expect(offsets.length).toBeGreaterThan(10);
    expect(new Set(offsets)).toEqual(new Set([anchor?.offset]));
  });

  testInFull('restores a position within a long answer, whatever the first layout', async () => {
    const answer = Array.from({ length: 60 }, (_, index) => `Paragraph number ${index}.`);
    const { page, host, reload } = await open({
      prepare: scripted => {
        const [first, second] = manyTurns(2);
        if (!first || !second) throw new Error('Two turns');
        const items = first.items.map(item =>
          item.kind === 'text' ? { ...item, text: answer.join('\n\n') } : item,
        );
        scripted.conversation = { ...emptyConversation, turns: [{ ...first, items }, second] };
      },
    });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await wheel(page, -900);
    await standsStill(page);
    await expect
      .poll(async () => host.view.anchor?.offset === (await place(page))?.offset)
      .toBe(true);
    const before = await place(page);
    for (let time = 0; time < 3; time++) {
      await reload();
      await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
      await expect.poll(() => place(page)).toEqual(before);
    }
  });

  testInFull('restores its position although parts of the messages above load late', async () => {
    const { page, host, reload } = await open({ isOwn: true });
    const calls = Array.from({ length: 6 }, (_, index): ConversationEvent => {
      const call = bashCall(`c${index}`, `echo ${index}`, 'done');
      return { type: 'tool.updated', call, at: 0 };
    });
    const answer = Array.from({ length: 60 }, (_, index) => `Paragraph number ${index}.`);
    host.emit(...startTurn('n', 'More?'), ...calls, ...say('b', answer.join('\n\n')));
    await page.getByText('Paragraph number 59.').waitFor();
    await wheel(page, -900);
    await standsStill(page);
    await expect
      .poll(async () => host.view.anchor?.offset === (await place(page))?.offset)
      .toBe(true);
    const before = await firstParagraph(page);
    const held: Route[] = [];
    await page.route('**/cardChunk-*.js', route => void held.push(route));
    await reload();
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    await standsStill(page, 30);
    await held[0]?.continue();
    await page.getByText('echo 5').waitFor();
    await standsStill(page);
    expect(await firstParagraph(page)).toEqual(before);
  });

  /** Reloads a page whose saved place is above the end; its cards never load. */
  const restoredWithoutCards = async () => {
    const chat = await open({ isOwn: true, prepare: withTurns(60) });
    const { page, host, reload } = chat;
    const calls = Array.from({ length: 3 }, (_, index): ConversationEvent => {
      const call = bashCall(`c${index}`, `echo ${index}`, 'done');
      return { type: 'tool.updated', call, at: 0 };
    });
    host.emit(
      ...startTurn('n', 'More?'),
      ...calls,
      ...say('b', `${paragraph.repeat(10)}[a link at the end](https://example.com)`),
    );
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await wheel(page, -1500);
    await standsStill(page);
    await expect
      .poll(async () => host.view.anchor?.offset === (await place(page))?.offset)
      .toBe(true);
    await page.route('**/cardChunk-*.js', () => undefined);
    await reload();
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    await standsStill(page, 30);
    return chat;
  };

  testInFull(
    'shows what the host reveals while parts of the messages are still loading',
    async () => {
      const { page, host } = await restoredWithoutCards();
      const key = await keyAbove(page);
      expect(key).not.toBe('');
      const shown = page.locator(`[data-reveal="${key}"]`).last();
      expect(await shown.evaluate(isInView)).toBe(false);
      host.send('item.reveal', { channelId: host.channelId, key });
      await standsStill(page, 30);
      expect(await shown.evaluate(isInView)).toBe(true);
    },
  );

  testInFull(
    'does not move back what the Tab key has brought into view while parts are loading',
    async () => {
      const { page } = await restoredWithoutCards();
      const link = page.getByRole('link', { name: 'a link at the end' });
      expect(await link.evaluate(isInView)).toBe(false);
      await page.getByRole('button', { name: 'Jump to the end' }).focus();
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => link.evaluate(one => one === document.activeElement)).toBe(true);
      await standsStill(page, 30);
      expect(await link.evaluate(isInView)).toBe(true);
    },
  );

  testInFull(
    'does not move back what a search in the page has scrolled to while parts are loading',
    async () => {
      const { page } = await restoredWithoutCards();
      const moved = await logOf(page).evaluate(log => {
        log.scrollTop -= 300;
        return log.scrollTop;
      });
      await standsStill(page, 30);
      // Messages that come into view get their real height, which the browser makes up for.
      const now = await logOf(page).evaluate(log => log.scrollTop);
      expect(Math.abs(now - moved)).toBeLessThan(150);
    },
  );

  testInFull('shows what the host reveals right after the page has opened', async () => {
    const { page, host, reload } = await restoredWithoutCards();
    await page.unroute('**/cardChunk-*.js');
    await standsStill(page, 30);
    const key = await keyAbove(page);
    await reload();
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    host.send('item.reveal', { channelId: host.channelId, key });
    await standsStill(page, 60);
    expect(await page.locator(`[data-reveal="${key}"]`).last().evaluate(isInView)).toBe(true);
  });

  testInFull('keeps its saved position when another one is shown during the restore', async () => {
    const { page, host, reload } = await open({ prepare: withTurns(60) });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    await wheel(page, -1500);
    await expect.poll(async () => host.view.anchor?.key === (await place(page))?.key).toBe(true);
    const saved: { channelId: string; hasAnchor: boolean }[] = [];
    host.answers['view.save'] = ({ channelId, view }) => {
      saved.push({ channelId, hasAnchor: view.anchor !== undefined });
    };
    await reload();
    await page.getByRole('button', { name: 'Jump to the end' }).waitFor();
    const { snapshot } = host.pageInit();
    if (!snapshot) throw new Error('A conversation is shown.');
    const other = 'another' as typeof snapshot.channelId;
    const view = { expanded: [] };
    host.send('page.changed', { ...host.init, snapshot: { ...snapshot, channelId: other, view } });
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
    // Saved later than anything that the first conversation has caused.
    await wheel(page, -1500);
    await expect.poll(() => saved.some(({ channelId }) => channelId === other)).toBe(true);
    expect(saved.filter(one => one.channelId !== other && !one.hasAnchor)).toEqual([]);
  });

  it('follows the end of a turn', async () => {
    const { page, host } = await open({ prepare: withTurns(10) });
    host.emit(...startTurn('n', 'Hi'), ...say('b', paragraph));
    host.emit(...endTurn({ kind: 'error', reason: 'connection', message: 'No route.' }));
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await expect.poll(() => fromEnd(page)).toBeLessThanOrEqual(2);
  });
});

const richBox = (page: Page) => page.locator('.message-input.rich');

/** Gives the page the height at which the conversation is `px` higher than its view. */
async function overflowBy(page: Page, px: number): Promise<void> {
  const size = page.viewportSize();
  if (!size) throw new Error('A page has a size.');
  const missing = await logOf(page).evaluate(log => log.scrollHeight - log.clientHeight);
  await page.setViewportSize({ ...size, height: size.height + missing - px });
  await expect
    .poll(() => logOf(page).evaluate(log => log.scrollHeight - log.clientHeight))
    .toBe(px);
  await standsStill(page);
}

/** Gives an element another size for some frames; the page is measured meanwhile. */
async function flicker(page: Page, selector: string, style: string, frames = 0): Promise<void> {
  const resizes = await page.locator(selector).evaluate(
    async (element, { style, frames }) => {
      if (!(element instanceof HTMLElement)) throw new Error('An HTML element');
      const log = document.querySelector('[role=log]');
      const room = () => (log ? log.scrollHeight - log.clientHeight : 0);
      const before = room();
      element.style.cssText = style;
      const meanwhile = room();
      for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame);
      element.style.cssText = '';
      return meanwhile !== before && room() === before;
    },
    { style, frames },
  );
  expect(resizes).toBe(true);
}

/** Checks that the end is in view, for the page and for its host. */
async function isFollowing(page: Page, host: ScriptedHost): Promise<void> {
  expect(await fromEnd(page)).toBeLessThanOrEqual(2);
  expect(await page.locator('.jump').count()).toBe(0);
  expect(host.called('view.save').filter(({ view }) => view.anchor)).toEqual([]);
}

/** Returns the key of an item above the view. */
function keyAbove(page: Page): Promise<string> {
  return logOf(page).evaluate(log => {
    const { top } = log.getBoundingClientRect();
    const all = [...log.querySelectorAll<HTMLElement>('[data-reveal]')];
    const above = all.filter(one => one.getBoundingClientRect().bottom < top - 50);
    return above.at(-3)?.dataset.reveal ?? '';
  });
}

function isInView(element: Element): boolean {
  const rect = element.getBoundingClientRect();
  const log = element.closest('[role=log]')?.getBoundingClientRect();
  return log !== undefined && rect.bottom > log.top && rect.top < log.bottom;
}
