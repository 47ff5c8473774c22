import { expect, it } from 'vitest';
import type { Channel } from '../../src/core/conversation/channel';
import { text, toolUse } from '../support/api/reply';
import { useChannelBeds } from './support/channelBeds';
import { promptId, say } from './support/talk';

const bed = useChannelBeds();
const options = { customEnv: { CLAUDE_CODE_ENABLE_TODO_TOOLS: '1' } };

const create = (subject: string) => toolUse('TaskCreate', { subject, description: subject });
const update = (taskId: string, status: string) => toolUse('TaskUpdate', { taskId, status });

function todos({ conversation }: Channel): string[] {
  return conversation.summary.todos.map(({ id, text, status }) => `${id} ${text}: ${status}`);
}

it('goes on with the to-do list after a reload as the CLI does, and anew in a fork', async () => {
  bed.api.onPrompt('plan', [
    create('Read'),
    create('Write'),
    update('1', 'completed'),
    update('2', 'in_progress'),
    text('Half done.'),
  ]);
  bed.api.onPrompt('more', [create('Test'), update('3', 'completed'), text('Tested.')]);
  bed.api.onPrompt('list', [toolUse('TaskList', {}), text('Listed.')]);
  bed.api.onPrompt('beside', [create('Try'), update('1', 'in_progress'), text('Tried.')]);

  const first = await (await bed.open(options)).create(bed.home.workspace);
  await say(first, 'plan');
  const second = await bed.reopen(first, options);
  await say(second, 'more');
  const whole = ['1 Read: completed', '2 Write: in_progress', '3 Test: completed'];
  expect(todos(second)).toEqual(whole);
  const third = await bed.reopen(second, options);
  expect(todos(third)).toEqual(whole);
  await say(third, 'list');
  expect(todos(third)).toEqual(whole);

  const registry = await bed.open(options);
  const again = await registry.load(bed.home.workspace, third.id);
  if (!again) {
    throw new Error('The conversation is gone');
  }
  const fork = await registry.fork(again, promptId(again, 'list'));
  await say(fork, 'beside');
  const own = ['1 Try: in_progress'];
  expect(todos(fork)).toEqual(own);
  expect(todos(await bed.reopen(fork, options))).toEqual(own);
});
