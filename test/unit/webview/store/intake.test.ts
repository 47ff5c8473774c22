import { describe, expect, it } from 'vitest';
import type { IoMessage } from '../../../../src/contract/calls';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ChannelId } from '../../../../src/contract/ids';
import type { Snapshot } from '../../../../src/contract/snapshot';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { Intake } from '../../../../webview/store/intake';

const channelId = 'c' as ChannelId;

function message(seq: number, epoch = 1, channel: ChannelId = channelId): IoMessage {
  const events: ConversationEvent[] = [{ type: 'unknown', what: `${epoch}.${seq}`, at: seq }];
  return { channelId: channel, epoch, seq, events, done: false };
}

function snapshot(seq: number, epoch = 1): Snapshot {
  return {
    ...{ channelId, epoch, seq, turns: [], first: 0, hasEarlier: false, history: [] },
    summary: emptyConversation.summary,
    draft: { text: '', images: [] },
    returned: 0,
    view: { expanded: [] },
  };
}

function start() {
  const delivered: string[] = [];
  const requests: ChannelId[] = [];
  const intake = new Intake({
    deliver: events => {
      delivered.push(...events.map(event => (event.type === 'unknown' ? event.what : event.type)));
    },
    requestSnapshot: id => requests.push(id),
  });
  return { intake, delivered, requests };
}

function text(seq: number, blockId: string, words: string): IoMessage {
  const events: ConversationEvent[] = [{ type: 'block.delta', blockId, text: words }];
  return { channelId, epoch: 1, seq, events, done: false };
}

function startText() {
  const delivered: string[] = [];
  const requests: ChannelId[] = [];
  const intake = new Intake({
    deliver: events => {
      for (const event of events) {
        delivered.push(
          event.type === 'block.delta' ? `${event.blockId}:${event.text}` : event.type,
        );
      }
    },
    requestSnapshot: id => requests.push(id),
  });
  return { intake, delivered, requests };
}

describe('Messages of a channel', () => {
  it('are delivered in order, and duplicates only once', () => {
    const { intake, delivered, requests } = start();
    intake.restart(snapshot(0));
    for (const seq of [1, 2, 2, 1, 3]) {
      intake.receive(message(seq));
    }
    expect(delivered).toEqual(['1.1', '1.2', '1.3']);
    expect(requests).toEqual([]);
  });

  it('request a snapshot once after a gap, and wait for it', () => {
    const { intake, delivered, requests } = start();
    intake.restart(snapshot(0));
    intake.receive(message(1));
    intake.receive(message(3));
    intake.receive(message(4));
    expect(requests).toEqual([channelId]);
    intake.restart(snapshot(3));
    expect(delivered).toEqual(['1.1', '1.4']);
  });

  it('wait for the first snapshot', () => {
    const { intake, delivered } = start();
    intake.receive(message(5));
    intake.receive(message(6));
    intake.restart(snapshot(5));
    expect(delivered).toEqual(['1.6']);
  });

  it('request a snapshot for a new epoch, and are dropped for the old one', () => {
    const { intake, delivered, requests } = start();
    intake.restart(snapshot(7));
    intake.receive(message(1, 2));
    expect(requests).toEqual([channelId]);
    intake.receive(message(8, 1));
    intake.receive(message(2, 2));
    intake.restart(snapshot(1, 2));
    expect(delivered).toEqual(['2.2']);
  });

  it('request another snapshot if the first is too old', () => {
    const { intake, requests } = start();
    intake.restart(snapshot(0));
    intake.receive(message(5));
    intake.restart(snapshot(2));
    expect(requests).toHaveLength(2);
  });

  it('are ignored if they belong to another channel', () => {
    const { intake, delivered, requests } = start();
    intake.restart(snapshot(0));
    intake.receive(message(9, 1, 'other' as ChannelId));
    expect([delivered, requests]).toEqual([[], []]);
  });

  it('continue the last delta in their short form', () => {
    const { intake, delivered, requests } = startText();
    intake.restart(snapshot(0));
    intake.receive(text(1, 'a', 'one'));
    intake.receiveMore([2, ' two']);
    intake.receiveMore([3, ' three']);
    intake.receiveMore([3, ' three']);
    intake.receive(text(4, 'b', 'other'));
    intake.receiveMore([5, ' words']);
    expect(delivered).toEqual(['a:one', 'a: two', 'a: three', 'b:other', 'b: words']);
    expect(requests).toEqual([]);
  });

  it('request a snapshot where the message is missing that a short one continues', () => {
    const { intake, delivered, requests } = startText();
    intake.restart(snapshot(0));
    intake.receiveMore([1, 'lost']);
    expect(requests).toEqual([channelId]);
    intake.receiveMore([2, 'lost, too']);
    // Those after the snapshot wait for it, whatever their form.
    intake.receive(text(3, 'a', 'three'));
    intake.receiveMore([4, ' four']);
    intake.restart(snapshot(3));
    intake.receiveMore([5, ' five']);
    expect(delivered).toEqual(['a: four', 'a: five']);
    expect(requests).toHaveLength(1);
  });

  it('continue nothing but deltas', () => {
    const { intake, delivered, requests } = startText();
    intake.restart(snapshot(0));
    intake.receive(message(1));
    intake.receiveMore([2, 'text']);
    expect(delivered).toEqual(['unknown']);
    expect(requests).toEqual([channelId]);
  });
});
