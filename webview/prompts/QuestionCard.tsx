import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import { promptLabel } from '../../src/contract/labels/promptLabel';
import type { QuestionChoice, QuestionPrompt } from '../../src/contract/prompts';
import type { Question } from '../../src/contract/tools';
import { answersOf, noChoice, pickLabel, writeOther } from './answers';
import { PromptButton } from './PromptButton';
import { type AskItem, PromptShell } from './PromptShell';
import { QuestionSection } from './QuestionSection';
import { useAnswer } from './useAnswer';
import { usePromptDraft } from './usePromptDraft';

interface QuestionCardProps {
  readonly item: AskItem;
  readonly prompt: QuestionPrompt;
}

export function QuestionCard({ item, prompt }: QuestionCardProps) {
  const { questions } = prompt;
  const answering = useAnswer(prompt);
  const { isArmed, answer } = answering;
  const [draft, setDraft] = usePromptDraft(prompt.id);
  const choices = questions.map((_, index) => draft.choices?.[index] ?? noChoice);
  const hintId = useId();
  const { answers, missing } = answersOf(questions, choices);
  const isComplete = missing.length === 0;
  const change = (index: number, choice: QuestionChoice) =>
    setDraft({ choices: choices.with(index, choice) });
  const submit = () => {
    if (isComplete) {
      answer({ kind: 'answers', answers });
    }
  };
  return (
    <PromptShell
      item={item}
      name={promptLabel('question')}
      icon="question"
      title={titleFor(questions.length)}
      answering={answering}
      resumeWord={l10n.t('Submitting')}
    >
      {questions.map((question, index) => {
        const choice = choices[index] ?? noChoice;
        return (
          <QuestionSection
            key={index}
            question={question}
            choice={choice}
            onPick={label => change(index, pickLabel(question, choice, label))}
            onOther={text => change(index, writeOther(question, choice, text))}
            onEnter={submit}
          />
        );
      })}
      <div class="prompt-actions">
        <PromptButton
          isPrimary
          isDisabled={!isArmed || !isComplete}
          describedBy={isComplete ? undefined : hintId}
          onClick={submit}
        >
          {l10n.t('Submit')}
        </PromptButton>
        <PromptButton isDisabled={!isArmed} onClick={() => answer({ kind: 'deny' })}>
          {l10n.t('Skip')}
        </PromptButton>
        {isComplete ? null : (
          <span class="prompt-hint" id={hintId}>
            {hintFor(questions, missing)}
          </span>
        )}
      </div>
    </PromptShell>
  );
}

function titleFor(count: number): string {
  return count === 1 ? promptLabel('question') : l10n.t('{0} questions', count);
}

function hintFor(questions: readonly Question[], missing: readonly Question[]): string {
  if (questions.length === 1) {
    return l10n.t('Choose an answer or write your own.');
  }
  const names = missing.map(question => question.header ?? question.question).join(', ');
  return l10n.t('Not answered yet: {0}', names);
}
