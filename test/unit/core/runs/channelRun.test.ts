import { expect, it } from 'vitest';
import type { Item } from '../../../../src/contract/conversation';
import type { ToolCallId } from '../../../../src/contract/ids';
import { deniedCalls, problemOf } from '../../../../src/core/runs/channelRun';

it('says where to sign in, and else what the agent reports', () => {
  const message = 'API Error: 401';
  expect(problemOf({ kind: 'error', reason: 'authentication', message })).toBe(
    'Not signed in. Open the conversation to sign in. API Error: 401',
  );
  expect(problemOf({ kind: 'error', reason: 'overloaded', message })).toBe(message);
  expect(problemOf({ kind: 'completed' })).toBeUndefined();
});

it('counts the calls that were denied', () => {
  const call = (id: string, status: 'done' | 'denied'): Item => ({
    ...{ kind: 'tool', key: id, at: 0 },
    call: {
      ...{ id: id as ToolCallId, family: 'bash', tool: 'Bash', title: 'Bash' },
      ...{ content: [], locations: [], status },
    },
  });
  const turns = [{ items: [call('a', 'denied'), call('b', 'done')] }, { items: [] }];
  expect(deniedCalls(turns)).toBe(1);
});
