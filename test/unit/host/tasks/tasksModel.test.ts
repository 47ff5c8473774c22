import { expect, it } from 'vitest';
import type { ChannelId, TaskId, ToolCallId } from '../../../../src/contract/ids';
import type { RunningTask } from '../../../../src/contract/tasks';
import {
  clockTime,
  rootCallOf,
  shortCount,
  type TaskNode,
  taskKey,
  taskNodes,
  taskOfRow,
  untilNextMinute,
} from '../../../../src/host/tasks/tasksModel';

function task(id: string, parent?: string, more: Partial<RunningTask> = {}): RunningTask {
  return {
    id: id as TaskId,
    kind: 'agent',
    title: id,
    toolId: `call-${id}` as ToolCallId,
    startedAt: 1,
    isBackground: false,
    status: 'running',
    ...(parent === undefined ? {} : { parent: parent as TaskId }),
    ...more,
  };
}

function outline(nodes: readonly TaskNode[]): unknown[] {
  return nodes.map(node =>
    node.children.length > 0 ? [node.task.id, outline(node.children)] : node.task.id,
  );
}

const nodesOf = (...tasks: RunningTask[]) =>
  taskNodes([
    { id: 'empty' as ChannelId, title: 'Empty', tasks: [], waiting: [] },
    { id: 'one' as ChannelId, title: 'One', tasks, waiting: [] },
  ]);

it('lists conversations that have tasks, with each task below its parent', () => {
  const nodes = nodesOf(task('outer'), task('inner', 'outer'), task('other'));
  expect(nodes.map(({ title }) => title)).toEqual(['One']);
  expect(outline(nodes[0]?.children ?? [])).toEqual([['outer', ['inner']], 'other']);
});

it('lists running tasks before ended ones, newest first', () => {
  const nodes = nodesOf(
    task('old', undefined, { startedAt: 1 }),
    task('ended', undefined, { startedAt: 9, status: 'completed' }),
    task('new', undefined, { startedAt: 5 }),
  );
  expect(outline(nodes[0]?.children ?? [])).toEqual(['new', 'old', 'ended']);
});

it('shows a task whose parent is unknown', () => {
  expect(outline(nodesOf(task('inner', 'gone'))[0]?.children ?? [])).toEqual(['inner']);
});

it("terminates for tasks that are each other's parents", () => {
  const circle = [task('a', 'b'), task('b', 'a')];
  expect(outline(nodesOf(...circle)[0]?.children ?? [])).toEqual([]);
  expect(rootCallOf(circle[0] as RunningTask, circle)).toBe('call-b');
});

it('finds the call in the conversation under which a task runs', () => {
  const tasks = [task('outer'), task('middle', 'outer'), task('inner', 'middle')];
  expect(rootCallOf(tasks[2] as RunningTask, tasks)).toBe('call-outer');
});

it.each([
  [-5, '0:00'],
  [7_400, '0:07'],
  [760_000, '12:40'],
  [3_723_000, '1:02:03'],
])('formats %d ms as %s', (ms, text) => {
  expect(clockTime(ms)).toBe(text);
});

it('waits for the next full minute of a running task', () => {
  const wait = (...tasks: RunningTask[]) =>
    untilNextMinute([{ id: 'one' as ChannelId, title: 'One', tasks, waiting: [] }], 1_000_000);
  const ended = task('ended', undefined, { status: 'completed', startedAt: 999_999 });
  expect(wait(ended)).toBeUndefined();
  const young = task('young', undefined, { startedAt: 985_000 });
  expect(wait(ended, young)).toBe(45_000);
  expect(wait(young, task('old', undefined, { startedAt: 890_000 }))).toBe(10_000);
  // A minute has just elapsed, so the next one is a full minute away.
  expect(wait(task('even', undefined, { startedAt: 880_000 }))).toBe(60_000);
  expect(wait(task('of a clock that was set back', undefined, { startedAt: 2_000_000 }))).toBe(
    60_000,
  );
});

it.each([
  [850, '850'],
  [3_400, '3.4k'],
  [84_600, '85k'],
  [1_234_567, '1.2M'],
])('formats %d tokens as %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});

it('finds the task of a row in its conversation, and says when the row is gone', () => {
  const target = (id: string) => ({ channel: { id: id as ChannelId }, task: task('same') });
  const two = target('two');
  const all = [target('one'), two];
  expect(taskOfRow(all, taskKey('two' as ChannelId, task('same')))).toBe(two);
  expect(taskOfRow(all, undefined)).toBeUndefined();
  const gone = taskKey('two' as ChannelId, task('cleared'));
  for (const argument of [gone, 'one', null, {}]) {
    expect(() => taskOfRow(all, argument)).toThrow('Choose the row again.');
  }
});
