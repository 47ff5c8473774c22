import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import type { FileUpdate } from '../../src/contract/fileUpdates';
import type { ToolCallId } from '../../src/contract/ids';
import { testInFull } from '../support/inFull';
import { messageText } from '../support/messageText';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { bashCall, endTurn, opened, permissionFor, say, startTurn } from './harness/story';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();
const at = Date.UTC(2026, 10, 20, 9, 31);

function edited(id: string, more: Partial<FileUpdate> = {}): ConversationEvent[] {
  const toolId = id as ToolCallId;
  const path = `src/${id}.ts`;
  return [
    { type: 'tool.updated', at, call: bashCall(id, path, 'done') },
    {
      type: 'file.updated',
      update: { toolId, path, status: 'updated', added: 10, removed: 2, ...more },
    },
  ];
}

function review(files: number, ...tools: string[]): ConversationEvent {
  const ids = tools.map(id => id as ToolCallId);
  return { type: 'review.changed', review: { files, added: 12, removed: 4, tools: ids } };
}

/** Two turns that each changed a file. */
const twoTurns: readonly ConversationEvent[] = [
  ...arrived,
  ...startTurn('1', 'Rename the option'),
  ...edited('a'),
  ...endTurn(),
  ...startTurn('2', 'And its test'),
  ...edited('b'),
  ...endTurn(),
];

const keep = (page: Page) => page.getByRole('button', { name: 'Keep Changes of This Turn' });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo Changes of This Turn' });
const focused = (page: Page, name: string) =>
  page.getByRole('button', { name }).and(page.locator(':focus'));

describe('The footer of a turn', () => {
  it('offers Keep and Undo while changes of its turn are pending', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    host.emit(...twoTurns);
    await page.getByRole('button', { name: 'Review Changes' }).nth(1).waitFor();
    expect(await keep(page).count()).toBe(0);
    host.emit(review(1, 'b'));
    await keep(page).click();
    expect(await host.waitFor('turn.keep')).toEqual({ channelId, turnId: '2' });
    host.emit(review(1, 'a'));
    await undo(page).click();
    expect(await host.waitFor('turn.undo')).toEqual({ channelId, turnId: '1' });
    expect(await undo(page).count()).toBe(1);
  });

  it('moves the focus to Review Changes when the buttons disappear', async () => {
    const { page, host } = await open();
    host.emit(...twoTurns, review(2, 'a', 'b'));
    await keep(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await host.waitFor('turn.keep');
    host.emit(review(1, 'a'));
    await expect.poll(() => keep(page).count()).toBe(1);
    await focused(page, 'Review Changes').waitFor();
    await page.keyboard.press('Enter');
    expect(await host.waitFor('turn.review')).toMatchObject({ turnId: '2' });
    host.emit(review(0));
    await expect.poll(() => keep(page).count()).toBe(0);
    // The buttons of the first turn did not have the focus.
    const second = page.locator('.turn').nth(1);
    await second.getByRole('button').and(page.locator(':focus')).waitFor();
  });

  it('offers to undo changes that are not edits', async () => {
    const { page, host } = await open();
    const call = bashCall('c', 'make', 'done');
    host.emit(...startTurn('1', 'Build'), { type: 'tool.updated', call, at }, ...endTurn());
    host.emit(review(1, 'c'));
    await undo(page).click();
    await host.waitFor('turn.undo');
    await page.getByRole('button', { name: 'Review Changes' }).click();
    await host.waitFor('turn.review');
  });

  it('counts the remaining problems of a turn', async () => {
    const { page, host } = await open();
    host.emit(
      ...startTurn('1', 'Rename'),
      ...edited('a', { path: 'src/x.ts', problems: { errors: 5, warnings: 1 } }),
      ...edited('b', { path: 'src/x.ts', problems: { errors: -1, warnings: 1 } }),
      ...edited('c', { problems: { errors: -3, warnings: 0 } }),
      ...endTurn(),
      ...startTurn('2', 'Again'),
      ...edited('d', { problems: { errors: 0, warnings: 1 } }),
      ...endTurn(),
    );
    await page.getByText('2 files +30 −6 · 6 new problems', { exact: true }).waitFor();
    await page.getByText('1 file +10 −2 · 1 new problem', { exact: true }).waitFor();
  });
});

describe('A user message', () => {
  it('offers rewind and fork, by pointer and by keyboard', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    host.emit(...twoTurns);
    const message = page.getByRole('article', { name: 'You' }).nth(1);
    const tools = message.locator('.message-tools');
    expect(await tools.evaluate(element => getComputedStyle(element).opacity)).toBe('0');
    await message.hover();
    expect(await tools.evaluate(element => getComputedStyle(element).opacity)).toBe('1');
    await message.getByRole('button', { name: 'Rewind Code to Here' }).click();
    expect(await host.waitFor('rewind.code')).toEqual({ channelId, messageId: 'm-2' });
    const first = page.getByRole('article', { name: 'You' }).first();
    await first.getByRole('button', { name: 'Rewind Code to Here' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await host.waitFor('rewind.fork')).toEqual({
      ...{ channelId, messageId: 'm-1', rewindsCode: false },
    });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await host.waitFor('rewind.fork', 2)).toEqual({
      ...{ channelId, messageId: 'm-1', rewindsCode: true },
    });
    await page.mouse.move(0, 0);
    const ofFirst = first.locator('.message-tools');
    expect(await ofFirst.evaluate(element => getComputedStyle(element).opacity)).toBe('1');
  });

  it('shows why the host refused, until the next message', async () => {
    const { page, host } = await open();
    host.answers['rewind.code'] = () => {
      throw new Error('The agent is at work.');
    };
    host.emit(...twoTurns);
    await page.getByRole('button', { name: 'Rewind Code to Here' }).first().focus();
    await page.keyboard.press('Enter');
    const alert = page.getByRole('alert').getByText('The agent is at work.');
    await alert.waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Go on');
    await page.keyboard.press('Enter');
    await host.waitFor('message.send');
    await alert.waitFor({ state: 'detached' });
  });
});

describe('The strip about pending changes', () => {
  it('counts the files, opens the review, and disappears with them', async () => {
    const { page, host } = await open();
    host.emit(...twoTurns);
    await page.getByRole('button', { name: 'Review Changes' }).first().waitFor();
    expect(await page.locator('.strip').count()).toBe(0);
    host.emit(review(3, 'a', 'b'));
    await page.getByRole('button', { name: '3 files +12 −4' }).getByText('3 files').waitFor();
    const button = page.getByRole('button', { name: 'Review', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    expect(await host.waitFor('review.open')).toEqual({ channelId: host.channelId });
    host.emit(review(0));
    await button.waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
  });

  testInFull('is restored after a reload', async () => {
    const { page, host, reload } = await open();
    host.emit(...twoTurns, review(1, 'b'));
    await keep(page).waitFor();
    await reload();
    await keep(page).waitFor();
    await page.getByRole('button', { name: '1 file +12 −4' }).waitFor();
  });

  it('keeps or undoes all of them, and lists the files when it is open', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    host.emit(...twoTurns, review(1, 'b'));
    await page.getByRole('button', { name: 'Keep Changes in All Files' }).click();
    expect(await host.waitFor('review.keep')).toEqual({ channelId });
    await page.getByRole('button', { name: 'Undo Changes in All Files' }).click();
    expect(await host.waitFor('review.undo')).toEqual({ channelId });
    const toggle = page.getByRole('button', { name: '1 file +12 −4' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    const files = page.getByRole('list', { name: 'Changed files' }).getByRole('button');
    expect(await files.locator('.strip-name').allInnerTexts()).toEqual(['b.ts']);
    await files.click();
    expect(await host.waitFor('edit.openDiff')).toEqual({
      channelId,
      toolId: 'b',
      path: 'src/b.ts',
    });
    await toggle.click();
    await files.waitFor({ state: 'detached' });
  });
});

type KeyInit = Pick<KeyboardEventInit, 'repeat' | 'isComposing' | 'keyCode' | 'shiftKey'>;

/** Presses Escape in the composer at these simulated times, in ms. */
async function escapes(page: Page, times: readonly number[], init: KeyInit = {}): Promise<void> {
  await page.locator('.message-input.rich').evaluate(
    (input, { stamps, more }) => {
      for (const timeStamp of stamps) {
        const event = new KeyboardEvent('keydown', {
          ...{ key: 'Escape', bubbles: true, cancelable: true },
          ...more,
        });
        Object.defineProperty(event, 'timeStamp', { value: timeStamp });
        input.dispatchEvent(event);
      }
    },
    { stamps: times, more: init },
  );
}

describe('Escape twice in the composer', () => {
  it('asks for a message to rewind to, keeps the draft, and is announced once', async () => {
    const { page, host } = await open();
    const input = page.getByRole('textbox', { name: 'Message' });
    const told = page
      .locator('[data-region=announcements]')
      .getByText('Press Escape again to rewind');
    host.emit(...twoTurns);
    await input.fill('half a thought');
    await page.keyboard.press('Escape');
    await told.waitFor({ state: 'attached' });
    expect(await messageText(input)).toBe('half a thought');
    expect(host.called('rewind.pick')).toEqual([]);
    await escapes(page, [10_000, 10_500]);
    expect(await host.waitFor('rewind.pick')).toEqual({ channelId: host.channelId });
    // The third press starts a new pair.
    await escapes(page, [10_600]);
    await escapes(page, [10_700]);
    await host.waitFor('rewind.pick', 2);
    expect(await messageText(input)).toBe('half a thought');
    expect(await told.count()).toBe(1);
  });

  it('does nothing when slow, held down, composed, modified or interrupted', async () => {
    const { page, host } = await open();
    const input = page.getByRole('textbox', { name: 'Message' });
    // A new conversation has no message to rewind to.
    await escapes(page, [100, 200]);
    host.emit(...twoTurns);
    await escapes(page, [1_000, 1_501]);
    await escapes(page, [5_000]);
    await escapes(page, [5_030, 5_060], { repeat: true });
    await escapes(page, [10_000, 10_100], { isComposing: true });
    await escapes(page, [11_000, 11_100], { keyCode: 229 });
    await escapes(page, [15_000, 15_100], { shiftKey: true });
    await escapes(page, [20_000]);
    await input.press('x');
    await escapes(page, [20_100]);
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    await host.waitFor('draft.save');
    expect(host.called('rewind.pick')).toEqual([]);
  });

  it('only stops a running turn', async () => {
    const { page, host } = await open();
    host.emit(...twoTurns, ...startTurn('3', 'Go on'));
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await escapes(page, [1_000, 1_100]);
    await host.waitFor('agent.stop', 2);
    host.emit({ type: 'agent.changed', agent: { phase: 'stopping' } });
    await page.locator('[data-phase=stopping]').waitFor();
    await escapes(page, [1_200]);
    host.emit(...endTurn({ kind: 'interrupted' }));
    await page.locator('[data-phase=idle]').waitFor();
    // Presses that stopped the agent do not count.
    await escapes(page, [1_300]);
    host.emit(...startTurn('4', 'Run it'), ...opened(permissionFor('p', 'npm test')));
    await page.locator('[data-phase=waiting]').waitFor();
    await escapes(page, [1_400]);
    await host.waitFor('agent.stop', 3);
    expect(host.called('rewind.pick')).toEqual([]);
  });

  testInFull('closes an open menu first', async () => {
    const { page, host } = await open();
    host.emit(...twoTurns);
    await page.getByRole('button', { name: /^Permission mode:/ }).click();
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    await page.getByRole('button', { name: 'Review Changes' }).first().click();
    await host.waitFor('turn.review');
    expect(host.called('rewind.pick')).toEqual([]);
  });
});

const everything: readonly ConversationEvent[] = [
  ...arrived,
  ...startTurn('1', 'Rename the option --json to --format and say so in the help text'),
  ...say('r', 'I renamed it.'),
  ...edited('a', { added: 12_345, removed: 6_789, problems: { errors: 4, warnings: 2 } }),
  ...edited('b'),
  ...endTurn(),
  ...startTurn('2', 'مرحبا، أضف الخيار'),
  ...edited('c'),
  ...endTurn(),
  {
    type: 'review.changed',
    review: {
      ...{ files: 128, added: 12_345, removed: 6_789 },
      tools: ['a', 'b', 'c'].map(id => id as ToolCallId),
    },
  },
];

describe.each(themeRows('hcLight'))('The review elements in the theme %s', theme => {
  it('have no accessibility finding and fit a narrow view', async () => {
    const { page, host } = await open({ theme, width: 260, height: 900 });
    host.emit(...everything);
    await keep(page).first().waitFor();
    await page.getByRole('button', { name: 'Rewind Code to Here' }).first().focus();
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=log], .dock')].map(
        element => element.scrollWidth - element.clientWidth,
      ),
    );
    expect(overflow).toEqual([0, 0, 0]);
    const strip = page.locator('.strip');
    expect((await strip.boundingBox())?.height).toBeLessThanOrEqual(26);
    const tools = page.locator('.message-person .message-tools').first();
    const buttons = await tools
      .getByRole('button')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().top));
    expect(buttons).toHaveLength(4);
    expect(new Set(buttons).size).toBe(1);
  });
});
