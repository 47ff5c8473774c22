import { expect, test } from 'vitest';
import type { MessageId } from '../../../../src/contract/ids';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

test('what was allowed for a session is asked again after the conversation was reopened', async () => {
  const granted = { rules: ['Bash(curl:*)'], directories: ['/tmp'] };
  const { channel, agents } = scriptedBed({ granted });
  agents.stored = ['first'];
  await channel.restorer.restore();
  await channel.agent.resume();
  expect(agents.launches).toHaveLength(1);
  expect(agents.launches[0]).not.toHaveProperty('granted');
  expect(channel.record).not.toHaveProperty('granted');
  channel.dispose();
});

/** Opens a conversation whose window went away before the agent had reported that it was idle. */
async function reopened(outcome: 'completed' | 'interrupted') {
  const message = { id: 'first' as MessageId, text: 'first', images: [], at: 0, picks: {} };
  const bed = scriptedBed({ inFlight: [message] });
  bed.agents.stored = ['first'];
  bed.agents.outcome = outcome;
  await bed.channel.restorer.restore();
  const { turns, summary } = bed.channel.conversation;
  bed.channel.dispose();
  return { outcome: turns[0]?.outcome, agent: summary.agent };
}

test('a turn that was complete when the window closed is not called interrupted', async () => {
  expect(await reopened('completed')).toEqual({
    outcome: { kind: 'completed' },
    agent: { phase: 'stopped' },
  });
});

test('a turn that was cut off by the end of the window can be resumed', async () => {
  const message = 'The turn was interrupted by the reload.';
  expect(await reopened('interrupted')).toEqual({
    outcome: { kind: 'lost', message, isReload: true },
    agent: { phase: 'stopped', detail: message, actions: ['resume'] },
  });
});

test('a conversation of another agent has no cost until the agent reports one', async () => {
  const costs = [
    { costUsd: 0 },
    { costUsd: 0, source: 'Gemini CLI' },
    { costUsd: 0.5, source: 'Gemini CLI' },
  ].map(async record => {
    const { channel } = scriptedBed(record);
    await channel.restorer.restore();
    const { usage } = channel.conversation.summary;
    channel.dispose();
    return usage.costUsd;
  });
  expect(await Promise.all(costs)).toEqual([0, undefined, 0.5]);
});
