import { expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { ProcessRoom } from '../../../../src/core/runs/processRoom';

type Kind = 'idle' | 'working' | 'asleep' | 'stuck';

/** Conversations by their names, `run…` for those of runs; those named last are idle longest. */
function bed(maxLive: number, conversations: Readonly<Record<string, Kind>>) {
  const slept: string[] = [];
  const all = Object.entries(conversations).map(([id, kind], index) => {
    const agent = {
      isLive: kind !== 'asleep',
      canSleep: kind === 'idle' || kind === 'stuck',
      phaseSince: -index,
      sleep: async () => {
        if (kind === 'stuck') {
          throw new Error('It does not end');
        }
        slept.push(id);
        agent.isLive = false;
      },
    };
    return { id, agent };
  });
  const room = new ProcessRoom({
    all: () => all,
    isRun: id => id.startsWith('run'),
    maxLive: () => maxLive,
    log: silentLog,
  });
  return { room, slept };
}

it('counts runs once, with or without their process, and the conversations beside them', async () => {
  const { room } = bed(3, { chat: 'working', run1: 'working', old: 'asleep' });
  expect(await room.make(1)).toBe(true);
  expect(await room.make(2)).toBe(false);
});

it('ends the process that has been idle longest, and no more than needed', async () => {
  const { room, slept } = bed(3, { front: 'idle', back: 'idle', busy: 'working' });
  expect(await room.make(0)).toBe(true);
  expect(slept).toEqual(['back']);
});

it('ends several where the limit was lowered', async () => {
  const { room, slept } = bed(2, { a: 'idle', b: 'idle', c: 'idle' });
  expect(await room.make(0)).toBe(true);
  expect(slept).toEqual(['c', 'b']);
});

it('has no room while all work, or while an idle one does not end', async () => {
  expect(await bed(1, { chat: 'working' }).room.make(0)).toBe(false);
  expect(await bed(1, { chat: 'stuck' }).room.make(0)).toBe(false);
  expect(await bed(0, {}).room.make(0)).toBe(true);
});
