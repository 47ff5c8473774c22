import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Todo } from '../../src/contract/content';
import type { ConversationEvent } from '../../src/contract/events';
import type { TaskId, ToolCallId } from '../../src/contract/ids';
import type { RunningTask } from '../../src/contract/tasks';
import { testInFull } from '../support/inFull';
import { axeFindings } from './harness/axeFindings';
import { arrived } from './harness/reports';
import { bashCall, endTurn, say, startTurn } from './harness/story';
import { themeRows } from './harness/themeRows';
import { useChat } from './harness/useChat';

const open = useChat();
const at = Date.UTC(2026, 10, 20, 9, 31);

function task(more: Partial<RunningTask> = {}): ConversationEvent {
  return {
    type: 'task.changed',
    task: {
      id: 'b1' as TaskId,
      kind: 'shell',
      title: 'Dev server',
      toolId: 'serve' as ToolCallId,
      startedAt: at,
      isBackground: true,
      status: 'running',
      stop: 'task',
      hasOutput: true,
      ...more,
    },
  };
}

const serving: readonly ConversationEvent[] = [
  ...arrived,
  ...startTurn('1', 'Start the server'),
  { type: 'tool.updated', at, call: bashCall('serve', 'npm run dev', 'running') },
  ...endTurn(),
  task(),
];

const card = (page: Page) => page.getByRole('group', { name: 'Bash npm run dev' });
const strip = (page: Page) => page.getByRole('button', { name: /\d tasks?$/ });

describe('The card of a background command', () => {
  it('shows that it runs, and asks the host to stop it and to show its output', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    host.emit(...serving);
    await card(page).getByText('Running in the background').waitFor();
    await card(page).getByRole('button', { name: 'Show Output of Dev server' }).click();
    expect(await host.waitFor('task.act')).toEqual({ channelId, action: 'output', taskId: 'b1' });
    await card(page).getByRole('button', { name: 'Stop Dev server' }).click();
    expect(await host.waitFor('task.act', 2)).toEqual({ channelId, action: 'stop', taskId: 'b1' });
  });

  it('offers only the output after the end, and nothing when there is none', async () => {
    const { page, host } = await open();
    host.emit(...serving, task({ status: 'failed', stop: undefined as never }));
    await card(page).getByText('Failed').waitFor();
    expect(await card(page).getByRole('button', { name: /^Stop/ }).count()).toBe(0);
    expect(
      await card(page)
        .getByRole('button', { name: /^Show Output/ })
        .count(),
    ).toBe(1);
    host.emit(task({ status: 'failed', stop: undefined as never, hasOutput: false }));
    await expect
      .poll(() =>
        card(page)
          .getByRole('button', { name: /output/ })
          .count(),
      )
      .toBe(0);
  });

  it("shows a subagent's action and model, and what stopping it means", async () => {
    const { page, host } = await open();
    host.emit(
      ...serving,
      task({
        kind: 'agent',
        isBackground: false,
        hasOutput: false,
        stop: 'turn',
        lastAction: 'Reading a file',
        model: 'claude-fable',
      }),
    );
    await card(page).getByText('Running · Reading a file · claude-fable').waitFor();
    await card(page).getByRole('button', { name: 'Stop the Turn, and This with It' }).waitFor();
  });
});

describe('A task whose name would reorder what stands around it', () => {
  it('is spelled out in the buttons of its card', async () => {
    const { page, host } = await open();
    host.emit(...serving, task({ title: 'a\u202eb' }));
    await card(page)
      .getByRole('button', { name: /^Stop a.*U\+202E.*b$/ })
      .waitFor();
    await card(page)
      .getByRole('button', { name: /^Show Output of a.*U\+202E.*b$/ })
      .waitFor();
  });
});

describe('The strip above the composer', () => {
  it('counts running tasks, opens their list, and disappears when none runs', async () => {
    const { page, host } = await open();
    const { channelId } = host;
    host.emit(...serving, task({ id: 'b2' as TaskId, title: 'Watch' }));
    await strip(page).getByText('2 tasks').click();
    const list = page.getByRole('list', { name: 'Running tasks' });
    await list.getByRole('button', { name: 'Stop Watch' }).click();
    expect(await host.waitFor('task.act')).toEqual({ channelId, action: 'stop', taskId: 'b2' });
    await list.getByRole('button', { name: 'Show Output of Dev server' }).click();
    expect(await host.waitFor('task.act', 2)).toEqual({
      channelId,
      action: 'output',
      taskId: 'b1',
    });
    await list.getByRole('button', { name: 'Show All Tasks' }).click();
    expect(await host.waitFor('task.act', 3)).toEqual({ channelId, action: 'list' });
    await strip(page).focus();
    host.emit({ type: 'agent.changed', agent: { phase: 'lost' } });
    await expect.poll(() => strip(page).count()).toBe(0);
    expect(await list.count()).toBe(0);
    await page.getByRole('textbox', { name: 'Message' }).and(page.locator(':focus')).waitFor();
  });

  it('names characters of a task that would reorder its buttons', async () => {
    const { page, host } = await open();
    host.emit(...serving, task({ id: 'b2' as TaskId, title: 'a\u202eb', lastAction: 'c\u202ed' }));
    await strip(page).click();
    const list = page.getByRole('list', { name: 'Running tasks' });
    await list.getByRole('button', { name: /^Stop a.*U\+202E.*b$/ }).waitFor();
    const attributes = await list.evaluate(element =>
      [...element.querySelectorAll('*')].flatMap(one => [...one.attributes].map(a => a.value)),
    );
    expect(attributes.filter(value => value.includes('\u202e'))).toEqual([]);
  });

  testInFull('is hidden for a command that the turn waits for', async () => {
    const { page, host } = await open();
    host.emit(...serving, task({ isBackground: false }));
    await card(page).getByText('Running', { exact: true }).first().waitFor();
    expect(await strip(page).count()).toBe(0);
  });
});

it('scrolls to the card of the tool call that the host names, even in earlier turns', async () => {
  const { page, host } = await open();
  host.emit(...serving);
  await card(page).waitFor();
  const later = Array.from({ length: 256 }, (_, index) => [
    ...startTurn(`later-${index}`, `Message ${index}`),
    ...say(`said-${index}`, `Answer ${index}`),
    ...endTurn(),
  ]);
  host.emit(...later.flat());
  await expect.poll(() => card(page).count()).toBe(0);
  host.send('item.reveal', { channelId: host.channelId, key: 'serve' });
  await expect.poll(() => card(page).count()).toBe(1);
  await expect
    .poll(() =>
      card(page).evaluate(element => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight;
      }),
    )
    .toBe(true);
});

it.each(themeRows('hcDark'))(
  'shows running tasks without an accessibility finding in the theme %s',
  async theme => {
    const { page, host } = await open({ theme, width: 260, height: 900 });
    host.emit(...serving);
    await strip(page).waitFor();
    await card(page).getByRole('button', { name: 'Stop Dev server' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const overflow = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=log], .dock')].map(
        element => element.scrollWidth - element.clientWidth,
      ),
    );
    expect(overflow).toEqual([0, 0, 0]);
  },
);

it('A to-do is in progress only while a turn runs', async () => {
  const { page, host } = await open();
  const todo: Todo = { id: '1', text: 'Write it', activeText: 'Writing it', status: 'in_progress' };
  host.emit(...arrived, ...startTurn('1', 'Plan'), { type: 'todos.changed', todos: [todo] });
  await page.getByRole('button', { name: 'To-dos 0/1' }).click();
  const shown = page.getByRole('region', { name: 'In progress' }).getByRole('listitem');
  await expect.poll(() => shown.textContent()).toMatch(/in progress: Writing it$/);
  host.emit(...endTurn());
  await expect.poll(() => shown.textContent()).toMatch(/paused: Write it$/);
});
