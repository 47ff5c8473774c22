import * as vscode from 'vscode';
import type { Question } from '../../contract/tools';
import type { CommandTable } from '../commands/command';
import type { FirstPrompts } from '../commands/firstPrompts';
import { nativeUi } from '../nativeText/nativeUi';

export function questionCommands(firsts: FirstPrompts) {
  return {
    'tandem.question.answer': async id => {
      const { channel, prompt } = firsts.target('question', id);
      const answers: Record<string, string> = {};
      for (const question of prompt.questions) {
        const answer = await askQuestion(question);
        if (answer === undefined) {
          return;
        }
        answers[question.question] = answer;
      }
      await channel.answer(prompt.id, { kind: 'answers', answers });
    },
  } satisfies Partial<CommandTable>;
}

async function askQuestion(question: Question): Promise<string | undefined> {
  const items = question.options.map(({ label, description }) => ({
    label,
    ...(description ? { description } : {}),
  }));
  const other = { label: vscode.l10n.t('Other…'), alwaysShow: true };
  const title = question.question;
  if (question.multiSelect) {
    const picked = await nativeUi.showQuickPick(items, { title, canPickMany: true });
    return picked?.map(item => item.label).join(', ');
  }
  const picked = await nativeUi.showQuickPick([...items, other], { title });
  return picked === other
    ? nativeUi.showInputBox({
        ...{ title, prompt: vscode.l10n.t('Your answer') },
        ignoreFocusOut: true,
      })
    : picked?.label;
}
