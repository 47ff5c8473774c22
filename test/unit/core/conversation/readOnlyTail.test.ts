import { expect, it } from 'vitest';
import { Emitter } from '../../../../src/base/emitter';
import { ReadOnlyTail } from '../../../../src/core/conversation/readOnlyTail';
import { FakeClock } from '../../node/fakeClock';

function bed() {
  const clock = new FakeClock();
  const changed = new Emitter<unknown>();
  let looks = 0;
  const restorer = {
    catchUp: async () => {
      looks += 1;
    },
  };
  const channel: { heldBy: object | undefined; restorer: typeof restorer } = {
    heldBy: undefined,
    restorer,
  };
  const follower = new ReadOnlyTail({ all: [channel], onChanged: changed.event }, clock);
  const pass = async () => {
    clock.advance(2_000);
    await new Promise<void>(resolve => setImmediate(resolve));
  };
  return { channel, changed, follower, pass, looks: () => looks };
}

it('polls a channel only while another process holds it', async () => {
  const { channel, changed, pass, looks } = bed();
  changed.fire(undefined);
  await pass();
  expect(looks()).toBe(0);
  channel.heldBy = {};
  changed.fire(undefined);
  changed.fire(undefined);
  await pass();
  await pass();
  expect(looks()).toBe(2);
  channel.heldBy = undefined;
  await pass();
  await pass();
  expect(looks()).toBe(2);
});

it('stops polling once disposed', async () => {
  const { channel, changed, follower, pass, looks } = bed();
  channel.heldBy = {};
  changed.fire(undefined);
  follower.dispose();
  await pass();
  changed.fire(undefined);
  await pass();
  expect(looks()).toBe(0);
});
