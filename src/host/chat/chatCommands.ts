import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import { frontChannel, textOr } from '../commands/targets';
import type { Chats } from './chats';

interface ChatCommandDeps {
  readonly chats: Chats;
  showLog(): void;
}

export function chatCommands({ chats, showLog }: ChatCommandDeps) {
  return {
    'tandem.chat.open': () => chats.open(),
    'tandem.chat.new': () => chats.startNew(),
    'tandem.chat.openInTab': () => chats.openInTab(),
    'tandem.chat.reopenClosed': () => chats.reopenClosed(),
    'tandem.chat.send': async given => {
      const text = await textOr(given, vscode.l10n.t('Message to the agent'));
      if (text) {
        if (!chats.front) {
          await chats.open();
        }
        frontChannel(chats).messages.send({ text, images: [] });
      }
    },
    'tandem.chat.stop': () => frontChannel(chats).agent.stop(),
    'tandem.chat.retry': () => frontChannel(chats).retry(),
    'tandem.chat.editLast': async () => {
      await frontChannel(chats).editLast();
      await chats.open();
    },
    'tandem.chat.continue': () => frontChannel(chats).goOn(),
    'tandem.chat.resume': () => frontChannel(chats).agent.resume(),
    'tandem.log.show': () => showLog(),
  } satisfies Partial<CommandTable>;
}
