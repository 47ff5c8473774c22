import { expect, it } from 'vitest';
import type { ConversationEvent } from '../../src/contract/events';
import { arrived } from './harness/reports';
import { bashCall, endTurn, opened, permissionFor, startTurn } from './harness/story';
import { useChat } from './harness/useChat';

const open = useChat();
const prompt = permissionFor('p', 'npm test');
const ended: ConversationEvent = {
  type: 'tool.updated',
  call: { ...bashCall('tool-p', 'npm test', 'interrupted'), neverBegan: true },
  at: 1,
};
const stopped: ConversationEvent = {
  type: 'tool.updated',
  call: bashCall('other', 'npm start', 'interrupted'),
  at: 2,
};
const withdrawn: readonly ConversationEvent[] = [
  ...opened(prompt),
  { type: 'prompt.closed', promptId: prompt.id, outcome: 'withdrawn' },
];

it.each([
  ['when it is canceled', withdrawn],
  ['after the conversation is opened again', []],
])('A call that has not begun has the same word %s', async (_, before) => {
  const { page, host } = await open();
  const end = endTurn({ kind: 'interrupted' });
  host.emit(...arrived, ...startTurn('1', 'Run'), ...before, ended, stopped, ...end);
  const cardOf = (name: string) => page.getByRole('group', { name });
  await cardOf('Bash npm start').getByText('Interrupted').waitFor();
  await cardOf('Bash npm test').getByText('Canceled').waitFor();
  expect(await cardOf('Bash npm test').getByText('Interrupted').count()).toBe(0);
});
