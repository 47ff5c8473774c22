import * as vscode from 'vscode';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { ProgramGate } from '../../cli/programs/programGate';
import type { CommandTable } from '../commands/command';
import { type ActiveChat, activeChannel } from '../commands/targets';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import { programList } from './programList';

interface ProgramCommandDeps {
  readonly chats: ActiveChat;
  readonly programs: Pick<ProgramGate, 'look' | 'answer'>;
  readonly agents: Pick<CliLauncher, 'programPlace'>;
}

export function programCommands({ chats, programs, agents }: ProgramCommandDeps) {
  const look = async () => {
    requireTrust();
    const question = await programs.look(agents.programPlace(activeChannel(chats).record));
    if (question.programs.length === 0) {
      const message = vscode.l10n.t('No file in {0} makes Claude Code run programs.', question.cwd);
      await nativeUi.showInformationMessage(message);
      return undefined;
    }
    return question;
  };
  return {
    'tandem.programs.allow': async () => {
      const question = await look();
      if (!question) {
        return;
      }
      const allow = vscode.l10n.t('Allow');
      const answer = await nativeUi.showWarningMessage(
        vscode.l10n.t('Allow the programs of {0}?', question.cwd),
        { modal: true, detail: programList(question.programs) },
        allow,
      );
      if (answer === allow) {
        await programs.answer(question, 'allow');
      }
    },
    'tandem.programs.decline': async () => {
      const question = await look();
      if (question) {
        await programs.answer(question, 'decline');
        const message = vscode.l10n.t(
          'Claude Code starts without the programs of {0}. Running conversations follow with their next message.',
          question.cwd,
        );
        await nativeUi.showInformationMessage(message);
      }
    },
  } satisfies Partial<CommandTable>;
}
