import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { MessageId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { CommandTable } from '../commands/command';
import { pick } from '../commands/inputs';
import { activeChannel } from '../commands/targets';
import type { Chats } from './chats';

interface QueueCommandDeps {
  readonly chats: Chats;
}

export function queueCommands({ chats }: QueueCommandDeps) {
  return {
    'tandem.queue.edit': async () => {
      const channel = activeChannel(chats);
      const id = await pickQueued(channel, vscode.l10n.t('Select the queued message to edit'));
      if (id) {
        channel.messages.edit(id);
        await chats.open();
      }
    },
    'tandem.queue.sendNow': async () => {
      const channel = activeChannel(chats);
      const id = await pickQueued(channel, vscode.l10n.t('Select the queued message to send now'));
      if (id) {
        channel.messages.sendNow(id);
      }
    },
    'tandem.queue.remove': async () => {
      const channel = activeChannel(chats);
      const id = await pickQueued(channel, vscode.l10n.t('Select the queued message to remove'));
      if (id) {
        channel.messages.remove(id);
      }
    },
    'tandem.queue.moveUp': async () => {
      const channel = activeChannel(chats);
      const id = await pickQueued(
        channel,
        vscode.l10n.t('Select the queued message to send sooner'),
      );
      if (id) {
        channel.messages.move(id, -1);
      }
    },
    'tandem.queue.moveDown': async () => {
      const channel = activeChannel(chats);
      const id = await pickQueued(
        channel,
        vscode.l10n.t('Select the queued message to send later'),
      );
      if (id) {
        channel.messages.move(id, 1);
      }
    },
  } satisfies Partial<CommandTable>;
}

async function pickQueued(channel: Channel, title: string): Promise<MessageId | undefined> {
  const { queue } = channel.conversation.summary;
  if (queue.length === 0) {
    throw new UserError('message.emptyQueue', vscode.l10n.t('No message is queued.'));
  }
  const [only] = queue;
  if (only && queue.length === 1) {
    return only.id;
  }
  return pick(
    title,
    queue.map(message => ({ label: message.text || vscode.l10n.t('(images)'), value: message.id })),
  );
}
