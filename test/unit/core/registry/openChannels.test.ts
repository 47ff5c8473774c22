import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Channel } from '../../../../src/core/conversation/channel';
import { WindowBed } from '../../../support/channels/windowBed';

let bed: WindowBed;

beforeEach(async () => {
  bed = await WindowBed.open();
});

afterEach(() => bed.close());

it('releases the memory of closed conversations', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const registry = bed.window(1);
  const refs: WeakRef<Channel>[] = [];
  for (let round = 0; round < 10; round += 1) {
    const channel = await registry.create(bed.cwd);
    channel.saveDraft({ text: `draft ${round}`, images: [] });
    refs.push(new WeakRef(channel));
    await registry.close(channel.id);
  }
  const left = () => {
    collect();
    return refs.filter(ref => ref.deref() !== undefined).length;
  };
  // The stack may still hold the last one.
  await expect.poll(left, { timeout: 10_000 }).toBeLessThanOrEqual(1);
});
