import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { timeText } from '../../base/locale';
import type { Conversation } from '../../contract/conversation';
import type { Channel } from '../../core/conversation/channel';
import { type SentPrompt, sentPrompts } from '../../transcript/sentPrompts';
import type { Chats } from './chats';
import { type MessageItem, pickMessage } from './pickMessage';

/**
 * Lets the user pick one of their messages, newest first, and scrolls to it.
 * @throws UserError `message.none` if nothing was sent yet, and if earlier turns cannot be read
 */
export async function goToPrompt(chats: Chats, channel: Channel): Promise<void> {
  const picked = await pickMessage(channel, itemsOf, {
    title: vscode.l10n.t('Go to Prompt'),
    placeHolder: vscode.l10n.t('Type to search your messages'),
  });
  if (picked) {
    const { key, place } = picked.message;
    await chats.reveal(channel);
    chats.revealItem(channel, key, place);
  }
}

function itemsOf(conversation: Conversation): readonly MessageItem<SentPrompt>[] {
  const prompts = sentPrompts(conversation);
  if (prompts.length === 0 && !conversation.hasEarlier) {
    throw new UserError('message.none', vscode.l10n.t('You have not sent a message here yet.'));
  }
  return prompts.toReversed().map(message => {
    const [label = '', ...others] = message.text.trim().split('\n');
    return {
      label: label.slice(0, 100) || vscode.l10n.t('(no text)'),
      description: timeText(message.at, { dateStyle: 'short', timeStyle: 'short' }),
      // Found by the search, too, and shown on a line of its own.
      ...(others.length > 0 ? { detail: others.join(' ').slice(0, 200) } : {}),
      message,
    };
  });
}
