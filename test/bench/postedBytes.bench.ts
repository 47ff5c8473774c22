import type { ConversationEvent } from '../../src/contract/events';
import type { ChannelId } from '../../src/contract/ids';
import { Peer } from '../../src/contract/peer';
import { Relay } from '../../src/core/conversation/relay';
import { FakeClock } from '../unit/node/fakeClock';
import type { Benchmark } from './benchmark';

/** Bytes of the messages that carry a fast stream to its page, against those of its text. */

const length = 100 * 1024;
/** Tokens a second, and characters of one. */
const rate = 2_000;
const token = 4;
const words = 'Some words of an answer, with `code` and "quotes", and then some more of it.\n';

export const bench: Benchmark = {
  name: 'messages of a stream',
  async run() {
    const clock = new FakeClock();
    const relay = new Relay(1_764_155_000_000, clock);
    const channelId = 'c1907671-c6c6-42f8-9c79-a6c0a35ba722' as ChannelId;
    let bytes = 0;
    let messages = 0;
    const post = (message: unknown) => {
      messages += 1;
      // VS Code posts JSON.
      bytes += Buffer.byteLength(JSON.stringify(message));
    };
    const peer = new Peer(post, {}, {}, fault => {
      throw new Error(fault);
    });
    relay.attach({
      post: message => peer.send('io_message' as never, { channelId, ...message } as never),
      more: post,
    });
    const text = words.repeat(Math.ceil(length / words.length)).slice(0, length);
    for (let from = 0; from < length; from += token) {
      const event: ConversationEvent = {
        ...{ type: 'block.delta', blockId: 'msg_01DTZ6b5EGQhEEpPGe5BKdAi:0' },
        text: text.slice(from, from + token),
      };
      relay.push([event]);
      clock.advance(1000 / rate);
    }
    relay.settle();
    return {
      what: `a text of 100 KB at ${rate} tokens a second`,
      measured: bytes / Buffer.byteLength(text),
      limit: 1.2,
      unit: '× its bytes',
      detail: `${(bytes / 1024).toFixed(0)} KB in ${messages} messages, one a frame`,
    };
  },
};
