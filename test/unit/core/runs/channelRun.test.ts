import { expect, it, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { toDisposable } from '../../../../src/base/disposable';
import type { Item } from '../../../../src/contract/conversation';
import type { ToolCallId } from '../../../../src/contract/ids';
import { deniedCalls, problemOf, runInChannel } from '../../../../src/core/runs/channelRun';
import { scriptedBed } from '../../../support/channels/scriptedAgents';

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

it('ends if its message comes back because the user stops the start', async () => {
  const bed = scriptedBed();
  const gate = new Deferred<void>();
  bed.agents.gate = gate.promise;
  const warm = bed.channel.agent.warmUp();
  const end = runInChannel(bed.channel, {
    ...{ draft: { text: 'look at a.ts', images: [] }, context: [] },
    ...{ signal: new AbortController().signal, onWaiting: () => undefined },
    onChanged: () => toDisposable(() => undefined),
  });
  const sending = () => bed.channel.record.inFlight;
  await vi.waitFor(() => expect(sending()).toMatchObject([{ text: 'look at a.ts' }]));
  await bed.channel.stop();
  expect(await end).toEqual({
    state: 'failed',
    problem: expect.stringContaining('was not sent and is back in the message box'),
  });
  gate.resolve();
  await warm;
  bed.channel.dispose();
});
