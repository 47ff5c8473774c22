import * as vscode from 'vscode';
import { isObject } from '../../base/json';
import type { Question } from '../../contract/tools';
import type { CommandTable } from '../commands/command';
import type { FirstPrompts } from '../commands/firstPrompts';
import { nativeUi } from '../nativeText/nativeUi';

export function questionCommands(firsts: FirstPrompts) {
  return {
    'tandem.question.answer': async (id, given) => {
      const { channel, prompt } = firsts.target('question', id);
      const known = givenAnswers(given, prompt.questions);
      if (known) {
        await channel.answer(prompt.id, { kind: 'answers', answers: known });
        return;
      }
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

/** Returns the answers of an argument, if it has one for each question. */
function givenAnswers(
  given: unknown,
  questions: readonly Question[],
): Readonly<Record<string, string>> | undefined {
  const answers = questions.map(({ question }) => {
    const answer = isObject(given) ? given[question] : undefined;
    return typeof answer === 'string' ? ([question, answer] as const) : undefined;
  });
  const known = answers.filter(answer => answer !== undefined);
  return known.length > 0 && known.length === questions.length
    ? Object.fromEntries(known)
    : undefined;
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
    ? nativeUi.showInputBox({ title, prompt: vscode.l10n.t('Your answer') })
    : picked?.label;
}
