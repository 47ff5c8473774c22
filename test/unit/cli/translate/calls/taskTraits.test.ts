import { expect, it } from 'vitest';
import { RunningTasks } from '../../../../../src/cli/translate/calls/runningTasks';
import { taskTraits } from '../../../../../src/cli/translate/calls/taskTraits';

it.each([
  ['2.0.36', false, ['turn', undefined]],
  ['2.1.120', true, ['turn', 'task']],
  ['2.1.200', true, ['task', 'task']],
])('tasks of %s can be stopped as that version can', (version, hasFrames, ways) => {
  const traits = taskTraits(version, () => false);
  expect(traits.hasFrames).toBe(hasFrames);
  const tasks = new RunningTasks(traits);
  const stops = [false, true].map(isBackground => {
    const task = { id: `t${isBackground}`, kind: 'agent', title: 't', isBackground } as const;
    const [event] = tasks.begin({ ...task, toolId: undefined, parent: undefined }, 1);
    return event?.type === 'task.changed' ? event.task.stop : undefined;
  });
  expect(stops).toEqual(ways);
});
