import { expect, it } from 'vitest';
import type { Conversation } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { TaskId } from '../../../src/contract/ids';
import type { RunningTask } from '../../../src/contract/tasks';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import { tasksBeside } from '../../../src/transcript/taskCounts';

function task(id: string, more: Partial<RunningTask> = {}): RunningTask {
  return {
    id: id as TaskId,
    kind: 'shell',
    title: id,
    startedAt: 1,
    isBackground: true,
    status: 'running',
    ...more,
  };
}

const changed = (one: RunningTask): ConversationEvent => ({ type: 'task.changed', task: one });
const folded = (...events: ConversationEvent[]): Conversation =>
  events.reduce((state, event) => fold(state, event), emptyConversation);
const states = ({ summary }: Conversation) => summary.tasks.map(one => `${one.id} ${one.status}`);

it('replaces a task by its id and keeps the order in which tasks began', () => {
  const state = folded(
    changed(task('a')),
    changed(task('b')),
    changed(task('a', { status: 'failed' })),
  );
  expect(states(state)).toEqual(['a failed', 'b running']);
});

it.each(['stopped', 'lost'] as const)('marks running tasks as lost if the process is %s', phase => {
  const state = folded(changed(task('a')), changed(task('b', { status: 'completed' })), {
    type: 'agent.changed',
    agent: { phase },
  });
  expect(states(state)).toEqual(['a lost', 'b completed']);
});

it('keeps running tasks in other phases and through /clear', () => {
  const state = folded(
    changed(task('a')),
    { type: 'agent.changed', agent: { phase: 'idle' } },
    { type: 'conversation.cleared' },
  );
  expect(states(state)).toEqual(['a running']);
});

it('forgets ended tasks when they are cleared or there are too many', () => {
  const many = Array.from({ length: 100 }, (_, index) =>
    changed(task(`t${index}`, index === 1 ? { status: 'completed' } : {})),
  );
  const state = folded(...many, changed(task('new')));
  expect(state.summary.tasks).toHaveLength(100);
  expect(states(state)).not.toContain('t1 completed');
  const ended = fold(state, changed(task('new', { status: 'stopped' })));
  expect(fold(ended, { type: 'tasks.cleared' }).summary.tasks).toHaveLength(99);
});

it('counts subagents and background tasks, but no foreground command', () => {
  const tasks = [
    task('command', { isBackground: false }),
    task('agent', { isBackground: false, kind: 'agent' }),
    task('server'),
    task('ended', { status: 'completed' }),
  ];
  expect(tasksBeside(tasks).map(({ id }) => id)).toEqual(['agent', 'server']);
});
