import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Deferred } from '../../src/base/deferred';
import type { ChannelId, ToolCallId } from '../../src/contract/ids';
import type { ToolCall } from '../../src/contract/tools';
import { findInConversation } from '../../src/core/conversation/findInConversation';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import { axeFindings } from './harness/axeFindings';
import type { ChatPage } from './harness/chatPage';
import { arrived } from './harness/reports';
import { bashCall, delta, endTurn, manyTurns, say, startBlock, startTurn } from './harness/story';
import { useChat } from './harness/useChat';
import { flawsOf } from './pictures/flaws';

const open = useChat();

const barOf = (page: Page) => page.getByRole('search', { name: 'Find in conversation' });
const boxOf = (page: Page) => barOf(page).getByRole('textbox', { name: 'Find', exact: true });
const countOf = (page: Page) => barOf(page).getByRole('status').textContent();

/** Opens the bar and types a text. */
async function find({ page, host }: ChatPage, text: string): Promise<void> {
  host.send('find.open', {});
  await boxOf(page).fill(text);
}

/** Returns the texts that are marked, in the order of the page. */
const marksOf = (page: Page, name: 'find-match' | 'find-current') =>
  page.evaluate(
    key => [...(CSS.highlights.get(key) ?? [])].map(range => (range as Range).toString()),
    name,
  );

/** Returns the text of the line that has the current match, if this is in view. */
const currentLine = (page: Page) =>
  page.evaluate(() => {
    const [range] = (CSS.highlights.get('find-current') ?? []) as Iterable<Range>;
    const place = range?.getBoundingClientRect();
    const view = document.querySelector('.scroller')?.getBoundingClientRect();
    const bar = document.querySelector('.find')?.getBoundingClientRect();
    const isSeen =
      place &&
      view &&
      bar &&
      place.top >= bar.bottom &&
      place.bottom <= view.bottom &&
      place.height;
    return isSeen ? range?.startContainer.parentElement?.closest('p, pre, div')?.textContent : '';
  });

const hasFocus = (page: Page) =>
  boxOf(page).evaluate(element => element === document.activeElement);

describe('The bar that finds text', () => {
  it('is loaded before it is asked for, so that it gets the keys that follow', async () => {
    const { page } = await open();
    const isLoaded = () =>
      page.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('openFind')),
      );
    await expect.poll(isLoaded).toBe(true);
    expect(await barOf(page).count()).toBe(0);
  });

  it('gets the keys that follow Ctrl+F at once, and the message box does not', async () => {
    const { page, host } = await open();
    host.emit(...arrived, ...startTurn('1', 'The lease'), ...endTurn());
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.focus();
    const opened = async () => {
      await page.keyboard.press('Control+f');
      return barOf(page).count();
    };
    // The key is taken once the code is there.
    await expect.poll(opened).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+f');
    await page.keyboard.type('lease');
    expect(await boxOf(page).inputValue()).toBe('lease');
    expect(await message.textContent()).toBe('');
    await expect.poll(() => countOf(page)).toBe('1 of 1');
    // With another modifier, the key is the editor's.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+f');
    expect(await barOf(page).count()).toBe(0);
  });

  it('marks all matches, leads from one to the next, and around', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Where is the lease?'));
    host.emit(...say('b1', 'The **le**ase is here.\n\nA second Lease.'), ...endTurn());
    await find(chat, 'lease');
    await expect.poll(() => countOf(page)).toBe('3 of 3');
    await expect.poll(() => marksOf(page, 'find-match')).toEqual(['lease', 'lease', 'Lease']);
    // All of it is in view: nothing has moved away from the end.
    expect(await page.getByRole('button', { name: 'Jump to the end' }).count()).toBe(0);
    expect(await marksOf(page, 'find-current')).toEqual(['Lease']);
    await page.keyboard.press('Enter');
    await expect.poll(() => countOf(page)).toBe('1 of 3');
    await expect.poll(() => currentLine(page)).toBe('Where is the lease?');
    await page.keyboard.press('F3');
    await expect.poll(() => countOf(page)).toBe('2 of 3');
    await expect.poll(() => currentLine(page)).toBe('The lease is here.');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+F3');
    await expect.poll(() => countOf(page)).toBe('3 of 3');
    await barOf(page).getByRole('button', { name: 'Previous match' }).click();
    await expect.poll(() => countOf(page)).toBe('2 of 3');
    await barOf(page).getByRole('button', { name: 'Next match' }).click();
    await expect.poll(() => countOf(page)).toBe('3 of 3');
    await boxOf(page).press('Alt+c');
    await expect.poll(() => countOf(page)).toBe('2 of 2');
    const toggle = barOf(page).getByRole('button', { name: 'Match case', pressed: true });
    await toggle.click();
    await expect.poll(() => countOf(page)).toBe('2 of 3');
  });

  it('unfolds thinking, cards, outputs and what is within a subagent, and keeps the focus', async () => {
    const chat = await open();
    const { page, host } = chat;
    const output = Array.from({ length: 60 }, (_, line) => (line === 3 ? 'needle one' : `${line}`));
    const call = bashCall('c1', 'ls', 'done');
    const agent: ToolCall = {
      id: 'a1' as ToolCallId,
      family: 'agent',
      tool: 'Task',
      title: 'Task',
      target: 'Look',
      input: { description: 'Look', prompt: 'Look' },
      content: [],
      locations: [],
      status: 'done',
    };
    host.emit(...arrived, ...startTurn('1', 'Look for it'), startBlock('th', 'thinking'));
    host.emit(delta('th', 'A needle in thoughts'), { type: 'block.ended', blockId: 'th' });
    host.emit({
      ...{ type: 'tool.updated', at: 1 },
      call: {
        ...call,
        content: [{ type: 'terminal', stdout: output.join('\n'), stderr: '', exitCode: 0 }],
      },
    });
    const inner = { ...bashCall('c2', 'echo needle', 'done'), parentToolId: agent.id };
    host.emit({ type: 'tool.updated', at: 2, call: agent });
    host.emit({ type: 'tool.updated', at: 3, call: inner }, ...endTurn());
    await page.getByRole('group', { name: 'Task Look' }).waitFor();
    await find(chat, 'needle');
    await expect.poll(() => countOf(page)).toBe('3 of 3');
    await expect.poll(() => currentLine(page)).toContain('echo needle');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => currentLine(page)).toContain('needle one');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => currentLine(page)).toBe('A needle in thoughts');
    expect(await countOf(page)).toBe('1 of 3');
    expect(await hasFocus(page)).toBe(true);
    expect(await marksOf(page, 'find-match')).toEqual(['needle', 'needle', 'needle']);
  });

  it('goes to steps that a long message hides, and to the end of a long message of the user', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', `${'Line\n'.repeat(60)}The needle`));
    host.emit(...say('first', 'Another needle'));
    host.emit(...Array.from({ length: 210 }, (_, step) => say(`s${step}`, `Step ${step}`)).flat());
    host.emit(...endTurn());
    await page.getByText('Step 209', { exact: true }).waitFor();
    await find(chat, 'needle');
    await expect.poll(() => countOf(page)).toBe('2 of 2');
    await expect.poll(() => currentLine(page)).toBe('Another needle');
    await page.keyboard.press('Enter');
    await expect.poll(() => currentLine(page)).toContain('The needle');
    expect(await countOf(page)).toBe('1 of 2');
  });

  it('searches turns that the page has not loaded, part by part, and draws the one with the match', async () => {
    const chat = await open({
      prepare: made => {
        made.conversation = { ...emptyConversation, turns: manyTurns(120) };
      },
    });
    const { page, host } = chat;
    const goesOn = new Deferred<void>();
    host.answers['conversation.find'] = async ({ before, ...query }) => {
      const end = before ?? 120;
      if (before !== undefined) await goesOn.promise;
      const turns = host.conversation.turns.slice(0, end).slice(-40);
      const conversation = { ...host.conversation, turns, first: end - turns.length };
      const loadEarlier = async () => false;
      const places = await findInConversation({ conversation, loadEarlier }, query);
      return { ...places, hasEarlier: places.first > 0 };
    };
    await find(chat, 'Answer 1');
    // 100 to 119 are among the newest forty.
    await expect.poll(() => countOf(page)).toBe('20 matches so far…');
    await expect.poll(() => currentLine(page)).toBe('Answer 119.');
    goesOn.resolve();
    await expect.poll(() => countOf(page)).toBe('31 of 31');
    await page.keyboard.press('Enter');
    await expect.poll(() => currentLine(page)).toBe('Answer 1.');
    expect(await countOf(page)).toBe('1 of 31');
    expect(await hasFocus(page)).toBe(true);
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => currentLine(page)).toBe('Answer 119.');
  });

  it('counts what is added while an answer streams, and stays at its match', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Say lease'), startBlock('b'), delta('b', 'A lease.'));
    await find(chat, 'lease');
    await expect.poll(() => countOf(page)).toBe('2 of 2');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => countOf(page)).toBe('1 of 2');
    host.emit(delta('b', ' One more lease.'));
    await expect.poll(() => countOf(page)).toBe('1 of 3');
    await expect.poll(() => marksOf(page, 'find-match')).toEqual(['lease', 'lease', 'lease']);
    host.emit({ type: 'block.ended', blockId: 'b' }, ...endTurn());
    host.emit(...startTurn('2', 'And the lease again'));
    await expect.poll(() => countOf(page)).toBe('1 of 4');
    expect(await currentLine(page)).toBe('Say lease');
  });

  it('closes on Escape, gives the focus back, and leaves nothing behind', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'The lease'));
    const message = page.getByRole('textbox', { name: 'Message' });
    await message.focus();
    await find(chat, 'lease');
    await expect.poll(() => marksOf(page, 'find-match')).toEqual(['lease']);
    expect(await hasFocus(page)).toBe(true);
    await page.keyboard.press('Escape');
    await barOf(page).waitFor({ state: 'detached' });
    expect(await message.evaluate(one => one === document.activeElement)).toBe(true);
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.dataset.finding)).toBeUndefined();
    // The turn goes on, and its text is not searched any more.
    expect(host.called('agent.stop')).toEqual([]);
    const calls = host.called('conversation.find').length;
    host.emit(...say('b', 'A lease'), ...endTurn());
    await page.getByText('A lease', { exact: true }).waitFor();
    expect(host.called('conversation.find')).toHaveLength(calls);
  });

  it('begins with the selected text, and selects its own when it is opened again', async () => {
    const { page, host } = await open();
    host.emit(...arrived, ...startTurn('1', 'The lease'), ...say('b', 'No'), ...endTurn());
    const text = page.getByText('The lease');
    await text.evaluate(element => getSelection()?.selectAllChildren(element));
    host.send('find.open', {});
    await expect.poll(() => countOf(page)).toBe('1 of 1');
    expect(await boxOf(page).inputValue()).toBe('The lease');
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await page.getByRole('textbox', { name: 'Message' }).focus();
    host.send('find.open', {});
    await expect.poll(() => hasFocus(page)).toBe(true);
    await page.keyboard.type('No');
    await expect.poll(() => boxOf(page).inputValue()).toBe('No');
    await expect.poll(() => marksOf(page, 'find-current')).toEqual(['No']);
  });

  it('says that there is nothing, that it failed, and nothing for no text', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'The lease'));
    await find(chat, 'nowhere');
    await expect.poll(() => countOf(page)).toBe('No results');
    await page.keyboard.press('Enter');
    expect(await countOf(page)).toBe('No results');
    await boxOf(page).fill('');
    await expect.poll(() => countOf(page)).toBe('');
    host.answers['conversation.find'] = () => Promise.reject(new Error('The file is gone.'));
    await boxOf(page).fill('lease');
    await expect
      .poll(() => countOf(page))
      .toBe('The conversation could not be searched: The file is gone.');
  });

  it('says that there are too many, and marks some of them, in a huge line', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'ab '.repeat(300_000)), ...say('b', 'No'));
    await page.getByText('No', { exact: true }).waitFor();
    await find(chat, 'ab');
    await expect.poll(() => countOf(page)).toBe('10,000 of more than 10,000');
    await expect.poll(async () => (await marksOf(page, 'find-match')).length).toBe(2_000);
  });

  it('begins with what a search has found, once its conversation is shown', async () => {
    const { page, host } = await open();
    host.emit(...arrived, ...startTurn('1', 'An Answer 3 of another conversation'));
    await page.getByText('An Answer 3 of another conversation').waitFor();
    const turns = manyTurns(60);
    const item = turns[3]?.items.findIndex(one => one.kind === 'text') ?? -1;
    const key = turns[3]?.items[item]?.key ?? '';
    const channelId = 'channel-2' as ChannelId;
    const start = { channelId, text: 'answer 3', key, item, turn: 3, group: key };
    host.send('find.open', { start });
    host.channelId = channelId;
    host.conversation = { ...emptyConversation, turns };
    host.send('page.changed', host.pageInit());
    await expect.poll(() => currentLine(page)).toBe('Answer 3.');
    // 30 to 39 have it, too, and come later.
    await expect.poll(() => countOf(page)).toBe('1 of 11');
    expect(await hasFocus(page)).toBe(true);
    expect(await boxOf(page).inputValue()).toBe('answer 3');
  });

  it('forgets what a search has found when another conversation comes instead', async () => {
    const { page, host } = await open();
    host.emit(...arrived, ...startTurn('1', 'The lease'), ...endTurn());
    // Loads what opens the bar, so that it waits from the next task on.
    host.send('find.open', {});
    await boxOf(page).press('Escape');
    const channelId = 'channel-3' as ChannelId;
    const place = { key: 'prompt:m-1', item: 0, turn: 0, group: 'prompt:m-1' };
    host.send('find.open', { start: { channelId, text: 'lease', ...place } });
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)));
    host.channelId = 'channel-2' as ChannelId;
    host.send('page.changed', host.pageInit());
    host.emit(...startTurn('2', 'The second'), ...endTurn());
    await page.getByText('The second').waitFor();
    host.channelId = channelId;
    host.send('page.changed', host.pageInit());
    host.emit(...startTurn('3', 'The third'));
    await page.getByText('The third').waitFor();
    expect(await barOf(page).count()).toBe(0);
  });

  it('goes away with its conversation', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'The lease'));
    await find(chat, 'lease');
    await expect.poll(() => countOf(page)).toBe('1 of 1');
    host.channelId = 'channel-2' as ChannelId;
    host.send('page.changed', host.pageInit());
    await barOf(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => CSS.highlights.size)).toBe(0);
  });

  it.each([
    [260, 'dark'],
    [400, 'hcLight'],
  ] as const)('has room at %i px and can be used by all (%s)', async (width, theme) => {
    const chat = await open({ width, theme });
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'The lease'), ...say('b', 'Leases'), ...endTurn());
    await find(chat, 'lease');
    await expect.poll(() => countOf(page)).toBe('2 of 2');
    expect(await flawsOf(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    // Even the first line can be seen below the bar.
    await page.keyboard.press('Enter');
    await expect.poll(() => currentLine(page)).toBe('The lease');
    const top = (await page.getByRole('article', { name: 'You' }).boundingBox())?.y ?? 0;
    const bar = await barOf(page).boundingBox();
    expect(top).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  });

  it('marks a match whose last blank is the end of a paragraph, or a line break', async () => {
    const chat = await open();
    const { page, host } = chat;
    host.emit(...arrived, ...startTurn('1', 'Look'));
    host.emit(...say('b1', 'The needle\n\na needle  \nand'), ...endTurn());
    await find(chat, 'needle ');
    await expect.poll(() => countOf(page)).toBe('2 of 2');
    await expect.poll(() => marksOf(page, 'find-match')).toEqual(['needle', 'needle']);
    await boxOf(page).fill(' ');
    await expect.poll(() => marksOf(page, 'find-match')).toEqual([' ', ' ']);
  });
});
