import * as vscode from 'vscode';
import type { ProgramGate } from '../../cli/programs/programGate';
import { programKind } from '../../contract/labels/programKind';
import type { FolderProgram } from '../../contract/programs';
import type { CommandTable } from '../commands/command';
import { type ActiveChat, activeChannel } from '../commands/targets';
import { nativeUi } from '../nativeText/nativeUi';
import { requireTrust } from '../trust';

interface ProgramCommandDeps {
  readonly chats: ActiveChat;
  readonly programs: Pick<ProgramGate, 'look' | 'answer'>;
}

/** Maximum number of programs that a dialog lists; the page lists all. */
const mostListed = 20;
const longestText = 200;

export function programCommands({ chats, programs }: ProgramCommandDeps) {
  const look = async () => {
    requireTrust();
    const question = await programs.look(activeChannel(chats).cwd);
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
        { modal: true, detail: listed(question.programs) },
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
      }
    },
  } satisfies Partial<CommandTable>;
}

function listed(programs: readonly FolderProgram[]): string {
  const lines = programs.slice(0, mostListed).map(({ kind, name, text, file }) => {
    const short = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
    return `${[programKind(kind), name].filter(Boolean).join(' ')}: ${short} (${file})`;
  });
  const more = programs.length - lines.length;
  return [...lines, ...(more > 0 ? [vscode.l10n.t('And {0} more.', more)] : [])].join('\n');
}
