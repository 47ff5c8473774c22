import { expect, test } from 'vitest';
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
