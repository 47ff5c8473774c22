import { expect, it } from 'vitest';
import { CallTasks } from '../../../../../src/cli/translate/calls/callTasks';
import { taskTraits } from '../../../../../src/cli/translate/calls/taskTraits';
import type { ToolCallId } from '../../../../../src/contract/ids';
import type { RunningTask } from '../../../../../src/contract/tasks';
import type { ToolCall } from '../../../../../src/contract/tools';

/** Tasks of 2.0.36, which reports calls only. */
function bed() {
  const tasks = new CallTasks(taskTraits('2.0.36', () => false));
  const known = new Map<string, RunningTask>();
  const report = (id: string, call: Partial<ToolCall>) => {
    const whole = {
      ...{ id: id as ToolCallId, tool: 'T', title: id, content: [], locations: [], status: 'done' },
      ...call,
    } as ToolCall;
    for (const event of tasks.follow([{ type: 'tool.updated', at: 1, call: whole }])) {
      if (event.type === 'task.changed') known.set(event.task.title, event.task);
    }
  };
  const terminal = { type: 'terminal', stdout: '', stderr: '' } as const;
  return {
    task: (title: string) => known.get(title),
    agent: (id: string, status: ToolCall['status']) => report(id, { family: 'agent', status }),
    /** Starts a command in the background. */
    begin: (id: string, shell: string) =>
      report(id, { family: 'bash', content: [{ ...terminal, backgroundId: shell }] }),
    output: (shellId: string, exitCode?: number) =>
      report('output', {
        ...{ family: 'shellOutput', input: { shellId } },
        content: [exitCode === undefined ? terminal : { ...terminal, exitCode }],
      } as Partial<ToolCall>),
    kill: (shellId: string, status: ToolCall['status']) =>
      report('kill', { family: 'shellStop', input: { shellId }, status } as Partial<ToolCall>),
  };
}

it('a subagent is a task from its call to the end of that, and stops with the turn only', () => {
  const { agent, task } = bed();
  agent('Look', 'pending');
  expect(task('Look')).toBeUndefined();
  agent('Look', 'running');
  expect(task('Look')).toMatchObject({ kind: 'agent', status: 'running', stop: 'turn' });
  agent('Look', 'done');
  expect(task('Look')).toMatchObject({ status: 'completed' });
  agent('Denied', 'running');
  agent('Denied', 'interrupted');
  expect(task('Denied')).toMatchObject({ status: 'stopped' });
});

it('a command in the background ends with its exit code, or when its shell is killed', () => {
  const { begin, output, kill, task } = bed();
  for (const [call, shell] of [
    ['One', 's1'],
    ['Two', 's2'],
    ['Three', 's3'],
  ] as const) {
    begin(call, shell);
    expect(task(call)).toMatchObject({ kind: 'shell', status: 'running', isBackground: true });
    expect(task(call)).not.toHaveProperty('stop');
  }
  output('s1');
  kill('s3', 'failed');
  expect([task('One')?.status, task('Three')?.status]).toEqual(['running', 'running']);
  output('s1', 0);
  output('s2', 1);
  kill('s3', 'done');
  const ends = ['One', 'Two', 'Three'].map(title => task(title)?.status);
  expect(ends).toEqual(['completed', 'failed', 'stopped']);
});
