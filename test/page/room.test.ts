import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import type { MessageId, TaskId, ToolCallId } from '../../src/contract/ids';
import { rowsOf } from '../support/extent';
import { testInFull } from '../support/inFull';
import type { ThemeName } from './harness/pageFiles';
import { arrived, reported } from './harness/reports';
import { endTurn, opened, permissionFor, say, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const threeLines = 'Add a --json flag\nwith a test\nand a line in the help text';

const talk: readonly ConversationEvent[] = [
  ...arrived,
  reported({ mode: 'acceptEdits', usualEffort: 'high' }),
  { type: 'usage.changed', usage: { contextTokens: 45_200, contextWindow: 200_000, costUsd: 0.4 } },
  ...startTurn('1', 'Add a flag'),
  ...say('a', 'I will add it. '.repeat(200)),
  ...endTurn(),
];
const working = startTurn('2', 'And document it');
const beside: readonly ConversationEvent[] = [
  {
    type: 'review.changed',
    review: { files: 12, added: 1_234, removed: 567, tools: ['t1' as ToolCallId] },
  },
  {
    type: 'todos.changed',
    todos: Array.from({ length: 12 }, (_, index) => ({
      id: String(index),
      text: `Step ${index} of the work, in words that are longer than the view is wide`,
      status: index < 4 ? 'completed' : 'pending',
    })),
  },
  {
    type: 'task.changed',
    task: {
      ...{ id: 'b1' as TaskId, kind: 'shell', title: 'Dev server', startedAt: 0 },
      ...{ isBackground: true, status: 'running', stop: 'task', hasOutput: true },
    },
  },
];
const queue = ['one', 'two', 'three', 'four'].map(text => ({
  id: text as MessageId,
  text: `${text}: then commit the change with a good message`,
  images: [],
}));
const states = {
  idle: talk,
  working: [...talk, ...working],
  'a permission waiting': [
    ...talk,
    ...working,
    ...opened(permissionFor('p', 'npm test '.repeat(30))),
  ],
  'changes, to-dos and a task': [...talk, ...working, ...beside],
  'a held queue': [
    ...talk,
    { type: 'queue.changed', queue, isHeld: true, heldBecause: 'turnFailed' },
  ],
  'all of it': [
    ...talk,
    ...working,
    ...beside,
    { type: 'queue.changed', queue },
    ...opened(permissionFor('p', 'npm test '.repeat(30))),
  ],
} satisfies Record<string, readonly ConversationEvent[]>;

/** Buttons that must never be cut away or lie outside of the view. */
const whole = [/^Attach$/, /^Permission mode: /, /^Model: /, /^Stop$|^Send$/];

interface Room {
  /** Share of the view's height that the conversation has. */
  readonly share: number;
  /** Names of buttons that are not entirely in the view or covered by something else. */
  readonly cut: readonly string[];
  /** Height of the part of the message that is seen. */
  readonly text: number;
  /** Rows of buttons below the message. */
  readonly rows: number;
  /** Pixels by which parts are wider than the view. */
  readonly overflow: number;
}

function measure(page: Page): Promise<Room> {
  return page.evaluate(() => {
    const view = { right: window.innerWidth, bottom: window.innerHeight };
    const buttons = [...document.querySelectorAll<HTMLElement>('.toolbar button')].filter(
      button => button.offsetWidth > 0,
    );
    const isWhole = (button: HTMLElement) => {
      const { left, right, top, bottom, width } = button.getBoundingClientRect();
      const onTop = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const fits = left >= 0 && top >= 0 && right <= view.right && bottom <= view.bottom;
      return fits && width >= 20 && button.contains(onTop);
    };
    const boxes = [document.documentElement, ...document.querySelectorAll('.dock, .toolbar')];
    const log = document.querySelector('.transcript')?.getBoundingClientRect().height ?? 0;
    const text = document.querySelector('.message-input')?.getBoundingClientRect().height ?? 0;
    return {
      share: log / view.bottom,
      cut: buttons.filter(one => !isWhole(one)).map(one => one.ariaLabel ?? ''),
      text,
      rows: new Set(buttons.map(one => Math.round(one.getBoundingClientRect().top))).size,
      overflow: Math.max(...boxes.map(box => box.scrollWidth - box.clientWidth)),
    };
  });
}

async function prepared(
  events: readonly ConversationEvent[],
  size: { readonly width: number; readonly height: number; readonly theme?: ThemeName },
  draft = threeLines,
): Promise<Page> {
  const { page, host } = await open(size);
  await page.locator('.message-input.rich').waitFor();
  host.emit(...events);
  await page.getByRole('meter').waitFor();
  const { isQueueHeld, waiting, review, agent } = host.conversation.summary;
  await page.locator(`[data-phase=${agent.phase}]`).waitFor({ state: 'attached' });
  if (isQueueHeld) await page.getByRole('button', { name: 'Resume' }).waitFor();
  if (waiting.length > 0) await page.locator('[data-outcome=open]').first().waitFor();
  if (review) await page.locator('.strip').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill(draft);
  return page;
}

const shown = Object.entries(states);

describe.each(rowsOf(shown.slice(-2), shown))('With %s', (_, events) => {
  it.each(rowsOf([260, 400], [260, 300, 320, 400, 880]))(
    'the message box is whole at a width of %i px',
    async width => {
      const page = await prepared(events, { width, height: 800 });
      for (const height of [1400, 800, 600, 450, 400]) {
        await page.setViewportSize({ width, height });
        const room = await measure(page);
        expect({ height, ...room }).toMatchObject({ height, cut: [], rows: 1, overflow: 0 });
        expect(room.text).toBeGreaterThanOrEqual(38);
        const bar = page.locator('.toolbar');
        for (const name of whole) {
          expect(await bar.getByRole('button', { name }).first().isVisible(), String(name)).toBe(
            true,
          );
        }
        if (height >= 800) {
          expect(room.share).toBeGreaterThanOrEqual(0.6);
        }
      }
    },
  );

  it('a view of 700×450 px, as at 200 %, has room for the conversation', async () => {
    const page = await prepared(events, { width: 700, height: 450 });
    const room = await measure(page);
    expect(room).toMatchObject({ cut: [], rows: 1, overflow: 0 });
    expect(room.share).toBeGreaterThanOrEqual(0.4);
  });
});

it('the open strip, a long message and a queue leave the message box whole', async () => {
  const page = await prepared(
    states['all of it'],
    { width: 300, height: 800 },
    'line\n'.repeat(60),
  );
  await page.locator('.strip-toggle').click();
  await page.locator('.strip-panel').waitFor();
  for (const height of [800, 450, 320, 256]) {
    await page.setViewportSize({ width: 300, height });
    const room = await measure(page);
    expect({ height, ...room }).toMatchObject({ height, cut: [], overflow: 0 });
    expect(room.text).toBeGreaterThanOrEqual(height > 300 ? 38 : 28);
  }
});

it('Stop is in the place of Send while there is no message, and beside it otherwise', async () => {
  const page = await prepared(states.working, { width: 300, height: 800 }, '');
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const left = async (name: typeof stop) => (await name.boundingBox())?.x;
  await stop.waitFor();
  expect(await send.count()).toBe(0);
  const place = await left(stop);
  await page.getByRole('textbox', { name: 'Message' }).fill('one more thing');
  await send.waitFor();
  expect(await stop.count()).toBe(1);
  expect(await left(send)).toBe(place);
});

it('a double click on Send does not stop what it has sent', async () => {
  const { page, host } = await open();
  host.emit(...talk);
  host.answers['message.send'] = () => host.emit(...working);
  await page.getByRole('textbox', { name: 'Message' }).fill('do it');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const { x = 0, y = 0 } = (await send.boundingBox()) ?? {};
  await page.mouse.click(x + 5, y + 5, { clickCount: 1 });
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.waitFor();
  await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await stop.click();
  await host.waitFor('agent.stop');
  expect(host.called('agent.stop')).toHaveLength(1);
  await stop.focus();
  host.emit(...endTurn({ kind: 'interrupted' }));
  await send.waitFor();
  await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
});

describe('The keyboard', () => {
  it('leads from the message to the conversation and back, although Shift+Tab means the mode', async () => {
    const page = await prepared(states.idle, { width: 300, height: 800 }, 'a draft');
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.focus();
    await page.keyboard.press('Control+ArrowUp');
    await page.getByRole('log').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Control+ArrowDown');
    await box.and(page.locator(':focus')).waitFor();
  });

  it('leads to the request that waits', async () => {
    const page = await prepared(states['a permission waiting'], { width: 300, height: 500 }, '');
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Control+ArrowUp');
    await page.locator('.request :focus').waitFor();
    await page.keyboard.press('Control+ArrowDown');
    await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
  });

  testInFull('leaves no change of the mode unnoticed', async () => {
    const page = await prepared(states.idle, { width: 300, height: 800 }, '');
    const label = page.getByRole('button', { name: /^Permission mode:/ }).locator('.picker-label');
    await label.waitFor({ state: 'hidden' });
    await page.getByRole('textbox', { name: 'Message' }).focus();
    await page.keyboard.press('Shift+Tab');
    await label.getByText('Plan').waitFor();
    const said = page.locator('[data-region=announcements]');
    await said.getByText('Permission mode: Plan').waitFor({ state: 'attached' });
    await label.waitFor({ state: 'hidden' });
    expect((await measure(page)).rows).toBe(1);
  });

  it('goes through the lists of the model, and closes them', async () => {
    const page = await prepared(states.idle, { width: 300, height: 800 }, '');
    const model = page.getByRole('button', { name: /^Model:/ });
    const list = (name: string) => page.getByRole('listbox', { name, exact: true });
    await model.focus();
    await page.keyboard.press('Enter');
    await list('Model').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await list('Effort').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await list('Model').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowDown');
    await list('Effort').and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    await model.and(page.locator(':focus')).waitFor();
    expect(await list('Model').count()).toBe(0);
  });
});
