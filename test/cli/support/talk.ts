import type { Text } from '../../../src/contract/content';
import type { MessageId } from '../../../src/contract/ids';
import type { Channel } from '../../../src/core/conversation/channel';
import { ChannelWatch } from '../../support/channels/channelBed';

/** Sends prompts one after another, each after the previous turn has ended. */
export async function say(channel: Channel, ...prompts: string[]): Promise<void> {
  const watch = new ChannelWatch(channel);
  for (const words of prompts) {
    const before = channel.conversation.turns.length;
    channel.messages.send({ text: words, images: [] });
    await watch.turns(before + 1);
  }
}

/** Returns all items of all turns, including the open one. */
export function items({ conversation: { turns, open } }: Channel) {
  return [...turns, ...(open ? [open] : [])].flatMap(turn => turn.items);
}

/** Returns the texts of the user and the agent. */
export function said(channel: Channel): Text[] {
  return items(channel).flatMap(item =>
    item.kind === 'text' || item.kind === 'prompt' ? item.text : [],
  );
}

/** @throws if there is no such prompt */
export function promptId(channel: Channel, words: string): MessageId {
  const found = items(channel).find(item => item.kind === 'prompt' && item.text === words);
  if (found?.kind !== 'prompt') {
    throw new Error(`Nobody has said ${words}`);
  }
  return found.messageId;
}
