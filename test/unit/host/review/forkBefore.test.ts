import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChannelId } from '../../../../src/contract/ids';
import type { Channel } from '../../../../src/core/conversation/channel';
import { forkBefore } from '../../../../src/host/review/forkBefore';
import { channelId, ReviewBed } from '../../core/edits/review/reviewBed';
import { foldAll, messageId, sent, started } from '../../transcript/events';

let bed: ReviewBed;
/** Steps in order. */
let done: string[];

beforeEach(async () => {
  bed = await ReviewBed.open();
  done = [];
});
afterEach(() => bed.remove());

const forkId = 'f0' as ChannelId;

/** Creates a conversation with a message at 10; its fork recalls edits from its own review. */
function channels(isPossible = true) {
  const forking: Partial<Channel['forking']> = {
    startBefore: async (message, title) => {
      done.push(`start before ${message} of ${title}`);
      if (!isPossible) {
        throw new Error('no such message');
      }
      return undefined as never;
    },
  };
  const restorer: Partial<Channel['restorer']> = {
    recallEdits: async () => {
      const { changes } = (await bed.edits.reviews.open(bed.root, forkId)).record;
      done.push(`recall ${changes.map(({ toolId }) => toolId).join(', ')}`);
    },
  };
  const conversation = foldAll([started('t'), sent('m', 10)]);
  const channel = {
    ...{ id: channelId, cwd: bed.root, title: 'Origin', conversation },
    forking: forking as Channel['forking'],
  } satisfies Partial<Channel>;
  const fork = {
    ...{ id: forkId, cwd: bed.root },
    restorer: restorer as Channel['restorer'],
  } satisfies Partial<Channel>;
  return {
    channel: channel as Partial<Channel> as Channel,
    fork: fork as Partial<Channel> as Channel,
  };
}

/** Forks before the message at 10. */
function run({ channel, fork }: ReturnType<typeof channels>, rewindCode?: () => Promise<boolean>) {
  return forkBefore(channel, messageId('m'), {
    reviews: bed.edits.reviews,
    fork: async (_, message) => {
      done.push(`fork before ${message}`);
      return fork;
    },
    rewindCode:
      rewindCode &&
      (() => {
        done.push('rewind code');
        return rewindCode();
      }),
  });
}

test('a fork inherits the edits before its message, then recalls them', async () => {
  await bed.change('early', 'a', '1\n');
  bed.clock.advance(10);
  await bed.change('late', 'a', '2\n');
  await run(channels());
  expect(done).toEqual(['start before m of Origin', 'fork before m', 'recall early']);
});

test('code is rewound before the fork opens, and not at all if it cannot be forked', async () => {
  await run(channels(), async () => true);
  expect(done.slice(0, 3)).toEqual(['start before m of Origin', 'rewind code', 'fork before m']);
  done = [];
  await expect(run(channels(false), async () => true)).rejects.toThrow('no such message');
  expect(done).toEqual(['start before m of Origin']);
});

test('nothing is forked if the user cancels the preview of the code', async () => {
  await run(channels(), async () => false);
  expect(done).toEqual(['start before m of Origin', 'rewind code']);
});
