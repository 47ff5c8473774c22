import { expect, test } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import type { PromptId, ToolCallId } from '../../../../src/contract/ids';
import { attentionOf } from '../../../../src/core/conversation/attention';
import { scriptedBed } from '../../../support/channels/scriptedAgents';
import { ask } from '../../transcript/events';

test('an answer whose message was not sent allows no later call', async () => {
  const input = { command: 'ls' };
  const stored = { prompt: ask('p1', 'toolu_p1' as ToolCallId), tool: 'Bash', input };
  const { channel, agents } = scriptedBed({ prompts: [stored] });
  agents.stored = ['first'];
  await channel.restorer.restore();
  agents.gate = Promise.reject(new UserError('cli.missing', 'There is no agent.'));
  await channel.answer('p1' as PromptId, { kind: 'allowOnce' });
  await expect.poll(() => channel.record.draft.text).not.toBe('');
  agents.gate = Promise.resolve();
  await channel.agent.resume();
  const prompt = ask('p2', 'toolu_p2' as ToolCallId);
  const { signal } = new AbortController();
  void agents.newest.host.decide({ prompt, tool: 'Bash', input }, signal);
  await expect.poll(() => channel.conversation.summary.waiting).toHaveLength(1);
  channel.dispose();
});

test('nothing is continued before the first message', () => {
  const { channel } = scriptedBed();
  expect(() => channel.continueTurn()).toThrow('No message has been sent yet.');
  expect(channel.conversation.summary.queue).toEqual([]);
  channel.dispose();
});

test('a turn is continued ahead of a paused queue, which stays paused', async () => {
  const { channel, agents } = scriptedBed();
  const sent = () => agents.processes.at(-1)?.sent.map(({ text }) => text);
  channel.messages.send({ text: 'hello', images: [] });
  await expect.poll(sent).toEqual(['hello']);
  channel.messages.send({ text: 'later', images: [] });
  channel.messages.hold('stopped');
  agents.newest.answer();
  await expect.poll(() => channel.conversation.summary.agent.phase).toBe('idle');
  channel.continueTurn();
  await expect.poll(sent).toEqual(['hello', 'Continue.']);
  agents.newest.answer();
  await expect.poll(() => channel.conversation.summary.agent.phase).toBe('idle');
  await channel.retry();
  await expect.poll(sent).toEqual(['hello', 'Continue.', 'Continue.']);
  agents.newest.answer();
  await expect.poll(() => channel.conversation.summary.agent.phase).toBe('idle');
  expect(channel.conversation.summary).toMatchObject({
    isQueueHeld: true,
    queue: [{ text: 'later' }],
  });
  channel.continueTurn(false);
  await expect.poll(() => sent()?.length).toBe(4);
  agents.newest.answer();
  await expect.poll(() => sent()?.slice(3)).toEqual(['Continue.', 'later']);
  channel.dispose();
});

test('the end of a turn is announced once its message is done with', async () => {
  const { channel, agents } = scriptedBed();
  const seen: string[] = [];
  channel.onChanged(() => seen.push(attentionOf(channel, { isUnread: () => false })));
  channel.messages.send({ text: 'hello', images: [] });
  await expect.poll(() => agents.processes.at(-1)?.sent.at(-1)?.text).toBe('hello');
  expect(seen.at(-1)).toBe('running');
  agents.newest.answer();
  await expect.poll(() => channel.agent.canSleep).toBe(true);
  expect(seen.at(-1)).toBe('idle');
  channel.dispose();
});

test('the record that sends a message has it and what it brings nowhere else', async () => {
  const draft = { text: 'hello', images: [] };
  const line = { id: 'line', command: 'ls', at: 1, output: 'a.ts', end: { at: 2, exitCode: 0 } };
  const { channel, written } = scriptedBed({ draft, shellLines: [line] });
  channel.sendDraft(draft);
  await expect
    .poll(() => written[0])
    .toMatchObject({
      inFlight: [{ text: 'hello', context: [expect.anything()] }],
      draft: { text: '' },
      shellLines: [],
    });
  channel.dispose();
});

test('a draft stays where it is if there is nothing to send', () => {
  const draft = { text: 'hello', images: [] };
  const { channel } = scriptedBed({ draft });
  expect(() => channel.sendDraft({ text: ' ', images: [] })).toThrow('There is nothing to send.');
  expect(channel.record.draft).toEqual(draft);
  channel.dispose();
});
