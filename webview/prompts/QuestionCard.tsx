import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import { promptLabel } from '../../src/contract/labels/promptLabel';
import type { QuestionChoice, QuestionPrompt } from '../../src/contract/prompts';
import type { Question } from '../../src/contract/tools';
import { answersOf, noChoice, pickLabel, writeOther } from './answers';
import { PromptButton } from './PromptButton';
import { PromptGroup } from './PromptGroup';
import { QuestionSection } from './QuestionSection';
import type { Answering } from './useAnswer';
import { usePromptDraft } from './usePromptDraft';

interface QuestionCardProps {
  readonly prompt: QuestionPrompt;
  readonly answering: Answering;
}

export function QuestionCard({ prompt, answering }: QuestionCardProps) {
  const { questions } = prompt;
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
    <PromptGroup
      prompt={prompt}
      name={promptLabel('question')}
      answering={answering}
      resumeWord={l10n.t('Submitting')}
    >
      <div class="prompt-what">
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
      </div>
      <div class="prompt-end prompt-actions">
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
    </PromptGroup>
  );
}

function hintFor(questions: readonly Question[], missing: readonly Question[]): string {
  if (questions.length === 1) {
    return l10n.t('Choose an answer or write your own.');
  }
  const names = missing.map(question => question.header ?? question.question).join(', ');
  return plural(missing.length, {
    one: l10n.t('Answer {0} more question ({1})', missing.length, names),
    other: l10n.t('Answer {0} more questions ({1})', missing.length, names),
  });
}
