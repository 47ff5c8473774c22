import * as vscode from 'vscode';
import type { CommandTable } from './command';
import { frontChannel, textOr } from './targets';

export const chatCommands = {
  'tandem.chat.open': deps => deps.chats.open(),
  'tandem.chat.new': deps => deps.chats.startNew(),
  'tandem.chat.openInTab': deps => deps.chats.openInTab(),
  'tandem.chat.reopenClosed': deps => deps.chats.reopenClosed(),
  'tandem.chat.send': async (deps, given) => {
    const text = await textOr(given, vscode.l10n.t('Message to the agent'));
    if (text) {
      if (!deps.chats.front) {
        await deps.chats.open();
      }
      frontChannel(deps).messages.send({ text, images: [] });
    }
  },
  'tandem.chat.stop': deps => frontChannel(deps).agent.stop(),
  'tandem.chat.retry': deps => frontChannel(deps).retry(),
  'tandem.chat.editLast': async deps => {
    await frontChannel(deps).editLast();
    await deps.chats.open();
  },
  'tandem.chat.continue': deps => frontChannel(deps).goOn(),
  'tandem.chat.resume': deps => frontChannel(deps).agent.resume(),
  'tandem.log.show': deps => deps.showLog(),
} satisfies Partial<CommandTable>;
