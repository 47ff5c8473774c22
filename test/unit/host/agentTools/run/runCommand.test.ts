import { expect, it } from 'vitest';
import { Deferred } from '../../../../../src/base/deferred';
import { silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import { runCommand } from '../../../../../src/host/agentTools/run/runCommand';
import { FakeClock } from '../../../node/fakeClock';

const command = 'test.wait';

function commandBed() {
  const clock = new FakeClock();
  const begun: (readonly unknown[])[] = [];
  const end = new Deferred<unknown>();
  const execute = (id: string, args: readonly unknown[]) => {
    begun.push([id, ...args]);
    return end.promise;
  };
  const tool = runCommand([command], execute).make({
    cwd: '/w',
    folders: [],
    channelId: 'c1' as ChannelId,
    readRules: () => ({ deny: async () => false }),
    clock,
    log: silentLog,
  });
  const call = new AbortController();
  const run = () => tool.run({ command, args: [1] }, { signal: call.signal });
  return { clock, begun, end, call, run };
}

it('stops waiting when the call is cancelled, and says that the command may still run', async () => {
  const { begun, call, clock, run } = commandBed();
  const result = run();
  expect(begun).toEqual([[command, 1]]);
  call.abort();
  expect(await result).toEqual({
    content: [
      {
        type: 'text',
        text: 'The call was canceled. "test.wait" was started and may still run.',
      },
    ],
    isError: true,
  });
  expect(clock.waiting).toEqual([]);
});

it('does not start the command of a call that was cancelled before', async () => {
  const { begun, call, run } = commandBed();
  call.abort();
  expect((await run()).isError).toBe(true);
  expect(begun).toEqual([]);
});

it('reports what the command returned, and a command that takes too long', async () => {
  const quick = commandBed();
  const result = quick.run();
  quick.end.resolve(5);
  expect((await result).content).toEqual([
    { type: 'text', text: '"test.wait" has run. It returned:\n5' },
  ]);
  const slow = commandBed();
  const late = slow.run();
  slow.clock.advance(60_000);
  expect((await late).content).toEqual([
    { type: 'text', text: '"test.wait" still runs after 60 s.' },
  ]);
});
