import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import { programName } from '../../contract/labels/agentNames';
import type { Channel } from '../../core/conversation/channel';
import type { CommandTable } from '../commands/command';
import { textOr } from '../commands/inputs';
import { activeChannel, channelWith } from '../commands/targets';
import { nativeUi } from '../nativeText/nativeUi';
import { openSettings } from '../openSettings';
import type { Chats } from './chats';
import { goToPrompt } from './goToPrompt';

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
      const text = await textOr(argument, {
        title: vscode.l10n.t('Send Message'),
        prompt: vscode.l10n.t('Message to send'),
      });
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
    'tandem.chat.goToPrompt': () => goToPrompt(chats, activeChannel(chats)),
    'tandem.chat.find': () => {
      activeChannel(chats);
      return chats.find();
    },
    'tandem.chat.stop': () => activeChannel(chats).stop(),
    'tandem.chat.runShellLine': async argument => {
      const channel = channelWith(chats, 'shellLines');
      const prompt = vscode.l10n.t('Line to run in {0}', channel.cwd);
      const line = await textOr(argument, { title: vscode.l10n.t('Run Shell Line'), prompt });
      if (line) {
        await channel.shell.run(line);
      }
    },
    'tandem.chat.retry': () => activeChannel(chats).retry(),
    'tandem.chat.editLast': async () => {
      await activeChannel(chats).editLast();
      await chats.open();
    },
    'tandem.chat.askAside': async argument => {
      const channel = channelWith(chats, 'sideQuestions');
      const prompt = vscode.l10n.t('Question beside the conversation');
      const question = await textOr(argument, {
        title: vscode.l10n.t('Ask Side Question'),
        prompt,
      });
      if (question) {
        channel.sideQuestions.ask(question);
      }
    },
    'tandem.chat.continue': () => activeChannel(chats).continueTurn(),
    'tandem.chat.goOnAtReset': () => activeChannel(chats).goOn.plan(),
    'tandem.chat.cancelGoOn': () => cancelGoOn(activeChannel(chats)),
    'tandem.chat.resume': () => restart(activeChannel(chats)),
    'tandem.settings.open': () => openSettings(),
    'tandem.log.show': () => showLog(),
  } satisfies Partial<CommandTable>;
}

/** @throws UserError `message.noneWaiting` if no turn waits for a usage limit */
function cancelGoOn({ goOn }: Channel): void {
  if (goOn.at === undefined) {
    throw new UserError('message.noneWaiting', vscode.l10n.t('Nothing is waiting to continue.'));
  }
  goOn.cancel();
}

/** A process that runs is not cut off: the next message starts a new one. */
async function restart({ agent, conversation }: Channel): Promise<void> {
  const name = programName(conversation.summary.choices);
  const tell = (text: string) => void nativeUi.showInformationMessage(text);
  if (!agent.isLive || ['stopped', 'lost', 'stopping'].includes(agent.slot.status.phase)) {
    await agent.resume();
    tell(vscode.l10n.t('{0} was started again.', name));
    return;
  }
  agent.needRestart();
  // A temporary conversation says itself that it cannot do without its process.
  if (agent.slot.isRestartDue) {
    tell(vscode.l10n.t('{0} starts again with the next message.', name));
  }
}
