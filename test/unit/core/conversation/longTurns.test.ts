import { expect, test } from 'vitest';
import type { MessageId, ToolCallId } from '../../../../src/contract/ids';
import type { ToolStatus } from '../../../../src/contract/tools';
import { scriptedBed } from '../../../support/channels/scriptedAgents';
import { useCallCounts } from '../../../support/useCallCounts';

const countCalls = useCallCounts();

/** Counts the calls of functions for a turn with this many calls, one after another. */
async function costOfTurn(count: number): Promise<number> {
  const { channel, agents } = scriptedBed();
  try {
    agents.stored = [];
    await channel.agent.warmUp();
    const { host } = agents.newest;
    // Views show the title after each change.
    channel.onChanged(() => channel.title);
    host.onEvents([
      { type: 'prompt.sent', messageId: 'first' as MessageId, at: 0, text: 'Read', images: [] },
    ]);
    const report = (index: number, status: ToolStatus) =>
      host.onEvents([
        {
          type: 'tool.updated',
          at: index,
          call: {
            id: `call${index}` as ToolCallId,
            tool: 'Read',
            family: 'read',
            title: 'Read',
            status,
            locations: [],
            content: [],
          },
        },
      ]);
    const { total } = await countCalls(['/src/'], () => {
      for (let index = 0; index < count; index += 1) {
        report(index, 'running');
        report(index, 'done');
      }
    });
    expect(channel.conversation.open?.items).toHaveLength(count + 1);
    return total;
  } finally {
    channel.dispose();
  }
}

test('each call costs the same, however many there are in its turn', async () => {
  const few = await costOfTurn(100);
  expect((await costOfTurn(1_000)) / few).toBeLessThan(11);
});
