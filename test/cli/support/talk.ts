import type { Text } from '../../../src/contract/content';
import type { MessageId } from '../../../src/contract/ids';
import type { Channel } from '../../../src/core/conversation/channel';
import { ChannelWatch } from '../../support/channels/channelBed';

/** Says them one after the other, each when the turn before has ended. */
export async function say(channel: Channel, ...prompts: string[]): Promise<void> {
  const watch = new ChannelWatch(channel);
  for (const words of prompts) {
    const before = channel.conversation.turns.length;
    channel.messages.send({ text: words, images: [] });
    await watch.turns(before + 1);
  }
}

/** All items of the turns, the open one's last. */
export function items({ conversation: { turns, open } }: Channel) {
  return [...turns, ...(open ? [open] : [])].flatMap(turn => turn.items);
}

/** What the user and the agent have said. */
export function said(channel: Channel): Text[] {
  return items(channel).flatMap(item =>
    item.kind === 'text' || item.kind === 'prompt' ? item.text : [],
  );
}

/** @throws when nobody has said it */
export function promptId(channel: Channel, words: string): MessageId {
  const found = items(channel).find(item => item.kind === 'prompt' && item.text === words);
  if (found?.kind !== 'prompt') {
    throw new Error(`Nobody has said ${words}`);
  }
  return found.messageId;
}
