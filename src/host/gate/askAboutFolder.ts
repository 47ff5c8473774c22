import * as vscode from 'vscode';
import type { ProgramGate } from '../../cli/programs/programGate';
import type { ProgramsQuestion } from '../../contract/programs';
import { nativeUi } from '../nativeText/nativeUi';
import { programList } from './programList';

/** Asks whether the programs of a folder may run. @returns whether the user has allowed them */
export async function askAboutFolder(
  programs: Pick<ProgramGate, 'answer'>,
  question: ProgramsQuestion,
): Promise<boolean> {
  const allow = vscode.l10n.t('Allow');
  const answer = await nativeUi.showWarningMessage(
    vscode.l10n.t('Allow the programs of {0}?', question.cwd),
    { modal: true, detail: programList(question.programs) },
    allow,
  );
  if (answer === allow) {
    await programs.answer(question, 'allow');
  }
  return answer === allow;
}
