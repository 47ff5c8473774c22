import { expect, it } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import { IdleProcessReaper } from '../../../../src/core/conversation/idleProcessReaper';
import { FakeClock } from '../../node/fakeClock';

const minute = 60_000;

function bed(settings: { maxLive: number; sleepAfterMinutes: number }) {
  const clock = new FakeClock();
  const changed = new Emitter<unknown>();
  const slept: string[] = [];
  const all: { agent: ReturnType<typeof add> }[] = [];
  const add = (name: string, canSleep = true) => {
    const agent = {
      isLive: true,
      canSleep,
      phaseSince: clock.now(),
      sleep: async () => {
        slept.push(name);
        agent.isLive = false;
        agent.canSleep = false;
      },
    };
    all.push({ agent });
    return agent;
  };
  const reaper = new IdleProcessReaper(
    { all, onChanged: changed.event },
    settings,
    clock,
    silentLog,
  );
  const look = async () => {
    changed.fire(undefined);
    await Promise.resolve();
  };
  return { clock, add, slept, look, sleeper: reaper };
}

it('puts the longest-idle agent to sleep when too many are live', async () => {
  const { clock, add, slept, look } = bed({ maxLive: 2, sleepAfterMinutes: 0 });
  add('first');
  clock.advance(1);
  add('second');
  clock.advance(1);
  await look();
  expect(slept).toEqual([]);
  add('third');
  await look();
  expect(slept).toEqual(['first']);
});

it('spares agents that cannot sleep, however many are live', async () => {
  const { add, slept, look } = bed({ maxLive: 1, sleepAfterMinutes: 0 });
  add('works', false);
  add('waits', false);
  const idle = add('idle', false);
  await look();
  expect(slept).toEqual([]);
  idle.canSleep = true;
  await look();
  expect(slept).toEqual(['idle']);
});

it('puts each idle agent to sleep after the configured time', async () => {
  const { clock, add, slept, look } = bed({ maxLive: 5, sleepAfterMinutes: 30 });
  add('early');
  clock.advance(10 * minute);
  add('late');
  await look();
  clock.advance(20 * minute - 1);
  expect(slept).toEqual([]);
  clock.advance(1);
  expect(slept).toEqual(['early']);
  clock.advance(10 * minute);
  expect(slept).toEqual(['early', 'late']);
});

it('sets no timer when the time is 0 or after dispose', async () => {
  const never = bed({ maxLive: 5, sleepAfterMinutes: 0 });
  never.add('one');
  await never.look();
  expect(never.clock.waiting).toEqual([]);
  const ended = bed({ maxLive: 5, sleepAfterMinutes: 1 });
  ended.add('one');
  await ended.look();
  ended.sleeper.dispose();
  ended.clock.advance(5 * minute);
  expect(ended.slept).toEqual([]);
  expect(ended.clock.waiting).toEqual([]);
});
