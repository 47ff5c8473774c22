import * as l10n from '@vscode/l10n';
import { useId, useState } from 'preact/hooks';
import type { QuestionChoice } from '../../src/contract/prompts';
import type { Question, QuestionOption } from '../../src/contract/tools';
import { MarkdownText } from '../tools/parts/MarkdownText';
import { FeedbackBox } from './FeedbackBox';

interface QuestionSectionProps {
  readonly question: Question;
  readonly choice: QuestionChoice;
  readonly onPick: (label: string) => void;
  readonly onOther: (text: string) => void;
  readonly onEnter: () => void;
}

/** Question with its options, the preview of the focused one, and a box for a custom answer. */
export function QuestionSection(props: QuestionSectionProps) {
  const { question, choice, onPick, onOther, onEnter } = props;
  const name = useId();
  const [lookedAt, setLookedAt] = useState<QuestionOption>();
  const previewed =
    lookedAt ??
    question.options.find(option => choice.labels.includes(option.label)) ??
    question.options.find(option => option.preview !== undefined);
  return (
    <fieldset class="question">
      <legend>
        {question.header === undefined ? null : (
          <span class="question-header">{question.header}</span>
        )}
        <span>{question.question}</span>
      </legend>
      {question.options.map((option, index) => (
        <Option
          key={index}
          option={option}
          id={`${name}-${index}`}
          name={name}
          isMultiple={question.multiSelect}
          isChosen={choice.labels.includes(option.label)}
          onPick={() => onPick(option.label)}
          onLook={() => setLookedAt(option)}
        />
      ))}
      <div class="question-option question-other">
        {/* The field has the name; picking the option moves into it. */}
        <input
          type={question.multiSelect ? 'checkbox' : 'radio'}
          name={name}
          checked={choice.usesOther}
          aria-label={l10n.t('Other answer')}
          tabIndex={choice.usesOther ? undefined : -1}
          onChange={event => {
            if (event.currentTarget.checked) {
              event.currentTarget.parentElement?.querySelector('textarea')?.focus();
              event.currentTarget.checked = choice.usesOther;
            } else {
              onOther('');
            }
          }}
        />
        <FeedbackBox
          label={l10n.t('Other')}
          placeholder={l10n.t('Other…')}
          value={choice.other}
          onInput={onOther}
          onEnter={onEnter}
        />
      </div>
      {previewed?.preview === undefined ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark for each question.
        <div
          class="question-preview"
          role="group"
          aria-label={l10n.t('Preview of {0}', previewed.label)}
        >
          <MarkdownText text={previewed.preview} id={`${name}:${previewed.label}`} />
        </div>
      )}
    </fieldset>
  );
}

interface OptionProps {
  readonly option: QuestionOption;
  readonly id: string;
  readonly name: string;
  readonly isMultiple: boolean;
  readonly isChosen: boolean;
  readonly onPick: () => void;
  readonly onLook: () => void;
}

function Option({ option, id, name, isMultiple, isChosen, onPick, onLook }: OptionProps) {
  const { label, description } = option;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer looks; the keyboard does by focus.
    <div class="question-option" onMouseEnter={onLook}>
      <input
        type={isMultiple ? 'checkbox' : 'radio'}
        id={id}
        name={name}
        checked={isChosen}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={onPick}
        onFocus={onLook}
      />
      <label for={id}>{label}</label>
      {description === undefined ? null : (
        <span class="question-description" id={`${id}-description`}>
          {description}
        </span>
      )}
    </div>
  );
}
