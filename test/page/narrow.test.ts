import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import type { TaskId, ToolCallId } from '../../src/contract/ids';
import type { ToolCall } from '../../src/contract/tools';
import { arrived, reported } from './harness/reports';
import { bashCall, endTurn, say, startTurn } from './harness/story';
import { useChat } from './harness/useChat';
import { flawsOf } from './pictures/flaws';

const open = useChat();

const reviewed = (files: number, added: number, removed: number): ConversationEvent => ({
  type: 'review.changed',
  review: { files, added, removed, tools: [] },
});
const todos: ConversationEvent = {
  type: 'todos.changed',
  todos: Array.from({ length: 128 }, (_, index) => ({
    ...{ id: `${index}`, text: 'Do it' },
    status: index < 120 ? 'completed' : 'pending',
  })),
};

it('the list of modes is shown whole where there is room for it', async () => {
  const { page, host } = await open({ width: 260, height: 900 });
  const modes = ['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions'] as const;
  host.emit(...arrived, {
    type: 'choices.changed',
    choices: { models: [], modes: [...modes], commands: [] },
  });
  await page.getByRole('button', { name: /^Permission mode/ }).click();
  const list = page.getByRole('listbox', { name: 'Permission mode' });
  await list.waitFor();
  await expect
    .poll(() => list.evaluate(box => box.scrollHeight - box.clientHeight))
    .toBeLessThanOrEqual(1);
  expect((await list.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  // With less room it scrolls, and does not leave the view.
  await page.setViewportSize({ width: 260, height: 400 });
  await expect
    .poll(() => list.evaluate(box => box.scrollHeight - box.clientHeight))
    .toBeGreaterThan(1);
  await expect.poll(async () => (await list.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
});

it('a mode that cannot be had stands in the column of the others, and only it has its icon', async () => {
  const { page, host } = await open();
  host.emit(...arrived, {
    type: 'choices.changed',
    choices: {
      ...{ models: [], modes: ['default', 'dontAsk'], commands: [] },
      missingModes: [{ mode: 'auto', why: 'model' }],
    },
  });
  await page.getByRole('button', { name: /^Permission mode/ }).click();
  const list = page.getByRole('listbox', { name: 'Permission mode' });
  await list.getByRole('option', { name: /^Auto/ }).waitFor();
  const looks = await list.getByRole('option').evaluateAll(options =>
    options.map(option => ({
      name: option.querySelector('.picker-text')?.firstChild?.textContent,
      left: option.querySelector('.picker-text')?.getBoundingClientRect().x,
      icon: [...option.querySelectorAll('.icon')].at(-1)?.textContent,
    })),
  );
  expect(looks.map(({ name }) => name)).toEqual(['Manual', "Don't ask", 'Auto']);
  expect(new Set(looks.map(({ left }) => left)).size).toBe(1);
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(3);
});

describe('A message at 260 px', () => {
  it.each(['Rename the function to sum', 'Hi'])('is as high as its text: "%s"', async text => {
    const { page, host } = await open({ width: 260 });
    host.emit(...arrived, ...startTurn('1', text), ...say('b', 'Done'), ...endTurn());
    const message = page.getByRole('article', { name: 'You' });
    await message.getByRole('button', { name: 'Rewind Code to Here' }).waitFor();
    const reply = page.getByText('Done', { exact: true });
    const room = () =>
      message.evaluate(box => {
        const line = box.querySelector('.person-text')?.getBoundingClientRect();
        return box.getBoundingClientRect().bottom - (line?.bottom ?? 0);
      });
    expect(await room()).toBeLessThan(12);
    const before = await reply.boundingBox();
    await message.hover();
    const tools = message.locator('.message-tools');
    expect(await tools.evaluate(element => getComputedStyle(element).opacity)).toBe('1');
    expect(await reply.boundingBox()).toEqual(before);
    await message.getByRole('button', { name: 'Rewind Code to Here' }).click();
    await host.waitFor('rewind.code');
  });

  it('does not take the pointer below it while its tools are hidden', async () => {
    const { page, host } = await open({ width: 260 });
    const text = 'Rename the function to sum';
    host.emit(...arrived, ...startTurn('1', text), ...say('b', 'Done'), ...endTurn());
    const tools = page.locator('.message-person .message-tools');
    await tools.getByRole('button').nth(3).waitFor({ state: 'attached' });
    const box = await tools.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 18);
    expect(await tools.evaluate(element => getComputedStyle(element).opacity)).toBe('0');
  });
});

describe('The strip', () => {
  it.each([
    [260, 1_234_567_890, 1_234_567, 987_654],
    [300, 1_234_567_890, 12_345_678, 9_876_543],
    [170, 12, 34, 5],
  ])('shows its numbers whole at %i px with %i files', async (width, files, added, removed) => {
    const { page, host } = await open({ width, height: 700 });
    host.emit(...arrived, reviewed(files, added, removed));
    await page.locator('.strip').waitFor();
    const isCut = () =>
      page.locator('.strip-toggle').evaluate(one => one.scrollWidth > one.clientWidth);
    expect(await isCut()).toBe(false);
    host.emit(todos);
    await page.locator('.strip-fact').nth(1).waitFor();
    expect(await isCut()).toBe(false);
    expect(await flawsOf(page)).toEqual([]);
  });
});

describe('Tasks in the strip', () => {
  const task = (id: string): ConversationEvent => ({
    type: 'task.changed',
    task: {
      ...{ id: id as TaskId, kind: 'shell', title: 'Dev server', startedAt: 0 },
      ...{ isBackground: true, status: 'running', stop: 'task', hasOutput: true },
    },
  });
  const working = startTurn('1', 'Hi');
  it.each([
    ['3 tasks', 300, [...working, task('a'), task('b'), task('c')]],
    ['1 task', 260, [task('a')]],
    ['1 task', 300, [todos, task('a')]],
    ['3', 200, [...working, task('a'), task('b'), task('c')]],
    ['1', 300, [...working, reviewed(2, 1, 1), task('a')]],
  ] as const)('are shown as "%s" at %i px', async (shown, width, events) => {
    const { page, host } = await open({ width });
    host.emit(...arrived, ...events);
    const fact = page.locator('.strip-tasks');
    await fact.waitFor();
    const isSeen = (part: string) =>
      fact.locator(part).evaluate(one => one.getBoundingClientRect().width > 4);
    const hasWords = shown.includes('task');
    await expect.poll(() => isSeen('.strip-words')).toBe(hasWords);
    expect(await isSeen('.strip-number')).toBe(!hasWords);
    const count = Number.parseInt(shown, 10);
    await page.getByRole('button', { name: count === 1 ? /1 task\b/ : `${count} tasks` }).waitFor();
    expect(await flawsOf(page)).toEqual([]);
  });
});

it.each(['', 'Then run it'])('Stop is whole at 170 px with the draft "%s"', async draft => {
  const { page, host } = await open({ width: 170, height: 700 });
  const usage = { contextTokens: 45_200, contextWindow: 200_000, costUsd: 1.234 };
  host.emit(...arrived, reported({ mode: 'default' }), { type: 'usage.changed', usage });
  host.emit(...startTurn('1', 'Hi'));
  await page.locator('.message-input.rich').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill(draft);
  const stop = page.locator('.toolbar').getByRole('button', { name: 'Stop' });
  await stop.waitFor();
  if (draft !== '') {
    await page.locator('.toolbar').getByRole('button', { name: 'Send' }).waitFor();
  }
  const { x, width } = (await stop.boundingBox()) ?? { x: 999, width: 0 };
  expect(x + width).toBeLessThanOrEqual(170);
  expect(width).toBeGreaterThanOrEqual(20);
  expect(await flawsOf(page)).toEqual([]);
});

it.each(['light', 'dark', 'hcDark'] as const)(
  'the block of a command stands out from the page in the theme %s',
  async theme => {
    const { page, host } = await open({ theme });
    const call = bashCall('b', 'npm test', 'done');
    host.emit(...arrived, ...startTurn('1', 'Hi'), { type: 'tool.updated', call, at: 1 });
    host.emit(...endTurn());
    const card = page.getByRole('group', { name: 'Bash npm test' });
    const colors = await card.locator('.tool-body').evaluate(body => {
      const style = getComputedStyle(body);
      return [style.borderTopColor, style.borderTopWidth];
    });
    expect(colors).not.toContain('rgba(0, 0, 0, 0)');
    expect(colors[1]).toBe('1px');
  },
);

describe('The card of a subagent', () => {
  const call: ToolCall = {
    ...{ id: 'a' as ToolCallId, family: 'agent', tool: 'Agent', title: 'Agent' },
    ...{ target: 'List the modules', status: 'running', content: [], locations: [] },
    input: { prompt: 'List them.', description: 'List the modules' },
  };
  const progress: ConversationEvent = {
    type: 'tool.progress',
    toolId: call.id,
    progress: { toolUses: 12, tokens: 82_400 },
  };

  it.each([290, 600])('says what it does before it counts, at %i px', async width => {
    const { page, host } = await open({ width, height: 500 });
    host.emit(...arrived, ...startTurn('1', 'Look around'), { type: 'tool.updated', call, at: 1 });
    host.emit(progress);
    const card = page.getByRole('group', { name: 'Agent List the modules' });
    const counts = card.getByText('12 tools · 82k tokens');
    await counts.waitFor({ state: 'attached' });
    for (const part of [card.locator('.tool-target'), counts]) {
      expect(await part.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    }
    expect(await flawsOf(page)).toEqual([]);
  });
});
