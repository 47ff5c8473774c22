import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import { textOr } from '../commands/inputs';
import { activeChannel, channelWith } from '../commands/targets';
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
    'tandem.chat.send': async argument => {
      const text = await textOr(argument, vscode.l10n.t('Message to send'));
      if (text) {
        if (!chats.active) {
          await chats.open();
        }
        activeChannel(chats).send({ text, images: [] });
      }
    },
    'tandem.chat.previewMessage': () => {
      // Fails without a conversation; the draft and its chips are the page's.
      activeChannel(chats);
      chats.previewMessage();
    },
    'tandem.chat.stop': () => activeChannel(chats).stop(),
    'tandem.chat.runShellLine': async argument => {
      const channel = channelWith(chats, 'shellLines');
      const prompt = vscode.l10n.t('Line to run in {0}', channel.cwd);
      const line = await textOr(argument, prompt);
      if (line) {
        await channel.shell.run(line);
      }
    },
    'tandem.chat.fork': async () => {
      await chats.forkWhole(channelWith(chats, 'forkWhole'));
    },
    'tandem.chat.retry': () => activeChannel(chats).retry(),
    'tandem.chat.editLast': async () => {
      await activeChannel(chats).editLast();
      await chats.open();
    },
    'tandem.chat.askAside': async argument => {
      const channel = channelWith(chats, 'sideQuestions');
      const prompt = vscode.l10n.t('Question beside the conversation');
      const question = await textOr(argument, prompt);
      if (question) {
        channel.sideQuestions.ask(question);
      }
    },
    'tandem.chat.continue': () => activeChannel(chats).continueTurn(),
    'tandem.chat.goOnAtReset': () => activeChannel(chats).goOn.plan(),
    'tandem.chat.cancelGoOn': () => activeChannel(chats).goOn.cancel(),
    'tandem.chat.resume': () => activeChannel(chats).agent.resume(),
    'tandem.log.show': () => showLog(),
  } satisfies Partial<CommandTable>;
}
