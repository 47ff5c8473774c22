import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { CliLauncher } from '../../cli/cliLauncher';
import type { ProgramGate } from '../../cli/programs/programGate';
import type { CommandTable } from '../commands/command';
import type { ActiveChat } from '../commands/targets';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';
import { askAboutFolder } from './askAboutFolder';

interface ProgramCommandDeps {
  readonly chats: ActiveChat;
  readonly programs: Pick<ProgramGate, 'look' | 'answer'>;
  readonly agents: Pick<CliLauncher, 'programPlace'>;
  /** Folder of new conversations. */
  cwd(): string | undefined;
}

export function programCommands({ chats, programs, agents, cwd }: ProgramCommandDeps) {
  const look = async () => {
    requireTrust();
    const folder = chats.active?.record ?? { cwd: cwd() };
    if (folder.cwd === undefined) {
      throw new UserError('folder.none', vscode.l10n.t('Open a folder first.'));
    }
    const question = await programs.look(agents.programPlace({ ...folder, cwd: folder.cwd }));
    if (question.programs.length === 0) {
      const message = vscode.l10n.t('No file in {0} makes Claude Code run programs.', question.cwd);
      void nativeUi.showInformationMessage(message);
      return undefined;
    }
    return question;
  };
  return {
    'tandem.programs.allow': async () => {
      const question = await look();
      if (question) {
        await askAboutFolder(programs, question);
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
        void nativeUi.showInformationMessage(message);
      }
    },
  } satisfies Partial<CommandTable>;
}
