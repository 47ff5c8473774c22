import { describe, expect, it } from 'vitest';
import type { FileChange } from '../../src/contract/content';
import type { ConversationEvent } from '../../src/contract/events';
import type { PermissionPrompt } from '../../src/contract/prompts';
import type { TextEdit, ToolCall } from '../../src/contract/tools';
import { withEditHunks } from '../../src/core/conversation/editHunks';
import { lineChanges } from '../../src/protocol/lineChanges';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { opened, permissionFor, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const path = '/work/src/parse.ts';

/** A function of so many lines, of which two far apart differ. */
const lines = Array.from({ length: 40 }, (_, index) => `  const value${index} = read(${index});`);
const before = `${lines.join('\n')}\n`;
const after = before.replace('read(5)', 'parse(5)').replace('read(30)', 'parse(30)');

function changeIn(old: string, now: string): FileChange {
  const { hunks = [], added, removed } = lineChanges(old, now);
  return { path, hunks, added, removed };
}

function editOf(edits: readonly TextEdit[], more: Partial<ToolCall> = {}): ToolCall {
  return {
    ...{ id: 'tool-e', family: 'edit', tool: 'Edit', title: 'Edit', target: 'src/parse.ts' },
    ...{ input: { path, edits: withEditHunks(edits) }, content: [], locations: [] },
    status: 'running',
    ...more,
  } as ToolCall;
}

function request(call: ToolCall, change?: FileChange): ConversationEvent[] {
  const prompt: PermissionPrompt = {
    ...permissionFor('e', ''),
    ...{ call, toolId: call.id, hasDiff: true },
    ...(change ? { change } : {}),
  };
  return [...arrived, ...startTurn('1', 'Rename it'), ...opened(prompt)];
}

const shown = (call: ToolCall): ConversationEvent[] => [
  ...arrived,
  ...startTurn('1', 'Rename it'),
  { type: 'tool.updated', call, at: 1 },
];

describe('The request of an edit', () => {
  it('shows the lines that would change in the file, with numbers, words and counts', async () => {
    const { page, host } = await open({ width: 260, height: 900 });
    host.emit(...request(editOf([{ oldText: before, newText: after }]), changeIn(before, after)));
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    const rows = card.locator('.diff tbody tr');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(17);
    expect((await rows.allTextContents()).slice(2, 5)).toEqual([
      '55  const value4 = read(4);',
      '6−removed  const value5 = read(5);',
      '6+added  const value5 = parse(5);',
    ]);
    expect(await rows.nth(8).textContent()).toBe('18 unchanged lines');
    // Colors come later, and change which element has which word while the marks are read.
    await card.locator('.diff-added .hl-keyword').last().waitFor();
    expect(await card.locator('.diff-mark').allTextContents()).toEqual([
      ...['read', 'parse', 'read', 'parse'],
    ]);
    expect(await card.locator('.request-header .tool-counts').textContent()).toBe(
      '+2 lines added −2 lines removed',
    );
    expect(await card.getByText('value20').count()).toBe(0);
    // The changed words are in view without scrolling.
    const box = card.locator('.diff-scroll');
    expect(await box.evaluate(one => one.scrollWidth - one.clientWidth)).toBe(0);
    const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('makes the conversation no longer than its card, however many lines there are', async () => {
    const { page, host } = await open({ width: 260, height: 640 });
    const many = before.repeat(10);
    const renamed = many.replaceAll('read(', 'parse(');
    const edit = editOf([{ oldText: many, newText: renamed }]);
    host.emit(...request(edit, changeIn(many, renamed)));
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    await card.locator('.diff-removed').nth(100).waitFor({ state: 'attached' });
    const log = page.getByRole('log', { name: 'Conversation' });
    const below = await log.evaluate(
      (scroller, element) => {
        const end =
          scroller.getBoundingClientRect().top - scroller.scrollTop + scroller.scrollHeight;
        return end - (element?.getBoundingClientRect().bottom ?? 0);
      },
      await card.elementHandle(),
    );
    expect(below).toBeLessThan(60);
  });

  it('shows the lines of a file that is written anew, and of a cell', async () => {
    const { page, host } = await open();
    const write = editOf([], { family: 'write', input: { path, content: after } } as never);
    host.emit(...request(write, changeIn(before, after)));
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    await card.locator('.diff-added').first().waitFor();
    expect(await card.locator('.diff-added').count()).toBe(2);
    expect(await card.getByRole('group', { name: 'Content to write' }).count()).toBe(0);
    const input = { path, cellId: 'c1', editMode: 'replace', source: after };
    const cell = editOf([], { family: 'notebookEdit', input } as never);
    host.emit(...request(cell, changeIn(before, after)));
    await card.getByText('Replaces cell').waitFor();
    expect(await card.locator('.diff-added').count()).toBe(2);
    expect(await card.getByRole('group', { name: 'Source of the cell' }).count()).toBe(0);
  });

  it('still shows them once it is denied', async () => {
    const { page, host } = await open();
    const call = editOf([{ oldText: 'x', newText: 'y' }]);
    const prompt = { ...permissionFor('e', ''), call, toolId: call.id, hasDiff: true };
    host.emit(...request(call, changeIn(before, after)));
    host.emit(
      { type: 'tool.updated', call: { ...call, status: 'denied' }, at: 3 },
      { type: 'prompt.closed', promptId: prompt.id, outcome: 'denied' },
    );
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    await card.getByRole('button', { name: /Details/ }).click();
    await card.locator('.diff-added').first().waitFor();
    expect(await card.locator('.diff-added').count()).toBe(2);
  });

  it('marks characters without a shape in lines that change', async () => {
    const { page, host } = await open();
    const now = before.replace('read(5)', 'read\u202e(5)');
    host.emit(...request(editOf([{ oldText: before, newText: now }]), changeIn(before, now)));
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    await card.locator('.diff-added').waitFor();
    expect(await card.locator('.diff-added .invisible-mark').allTextContents()).toEqual(['U+202E']);
  });
});

describe('The card of an edit without a result', () => {
  it('shows the lines that differ, without numbers, and the others when asked', async () => {
    const { page, host } = await open();
    host.emit(...shown(editOf([{ oldText: before, newText: after }])));
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    await card.locator('.diff-added').first().waitFor();
    expect(await card.locator('.diff-added').count()).toBe(2);
    expect(await card.locator('.diff-number').count()).toBe(0);
    const gaps = card.getByRole('button', { name: /unchanged lines$/ });
    expect(await gaps.allTextContents()).toEqual([
      ...['2 unchanged lines', '18 unchanged lines', '6 unchanged lines'],
    ]);
    expect(await card.getByText('value20').count()).toBe(0);
    await gaps.nth(1).press('Enter');
    await card.getByText('value20').waitFor();
    expect(await gaps.count()).toBe(2);
    expect(await card.locator('.diff tbody tr').count()).toBe(2 + 16 + 18);
  });

  it('says which of several edits it is, and that each occurrence changes', async () => {
    const { page, host } = await open();
    const edits = [
      { oldText: 'one', newText: 'two', replaceAll: true },
      { oldText: before, newText: after },
    ];
    host.emit(...shown(editOf(edits)));
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    await card.getByText('Edit 1 of 2 edits Every occurrence').waitFor();
    await card.getByText('Edit 2 of 2 edits').waitFor();
    expect(await card.locator('.diff-added').count()).toBe(3);
  });

  it('shows both texts whole where lines do not show how they differ', async () => {
    const { page, host } = await open();
    host.emit(...shown(editOf([{ oldText: 'a\n', newText: 'a' }])));
    const card = page.getByRole('group', { name: 'Edit src/parse.ts' });
    await card.getByRole('group', { name: 'Text to remove' }).waitFor();
    await card.getByRole('group', { name: 'Text to add' }).waitFor();
  });
});
