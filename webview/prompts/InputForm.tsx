import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import { plural } from '../../src/base/plural';
import type { ElicitationPrompt, FormRequest } from '../../src/contract/elicitation';
import { EscapedText } from '../tools/parts/EscapedText';
import { fillIn } from '../ui/fillIn';
import { isComposing } from '../ui/isComposing';
import { FormFieldRow } from './elicitation/FormFieldRow';
import { FormObstacles } from './elicitation/FormObstacles';
import { PromptButton } from './PromptButton';
import type { Answering } from './useAnswer';
import { useForm } from './useForm';

interface InputFormProps {
  readonly prompt: ElicitationPrompt;
  readonly request: FormRequest;
  readonly answering: Answering;
}

/** Form that a server asks for, with the answers that are always possible. */
export function InputForm({ prompt, request, answering }: InputFormProps) {
  const id = useId();
  const { isArmed, answer } = answering;
  const { entries, problems, isChecking, change, submit } = useForm(prompt, request, answering, id);
  const canSubmit = request.obstacle === undefined;
  // VS Code lets no form of a page be submitted, so this is none.
  const send = () => {
    if (canSubmit && isArmed) {
      void submit();
    }
  };
  const wrong = problems.filter(problem => problem !== null).length;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter works in all fields that are inside.
    <div
      class="request-form"
      onKeyDown={event => {
        const isField = event.target instanceof HTMLInputElement;
        if (event.key === 'Enter' && isField && !isComposing(event)) {
          event.preventDefault();
          send();
        }
      }}
    >
      {canSubmit
        ? request.fields.map((field, index) => (
            <FormFieldRow
              key={index}
              id={`${id}-${index}`}
              field={field}
              entry={entries[index] ?? null}
              problem={problems[index] ?? undefined}
              onChange={entry => change(index, entry)}
            />
          ))
        : null}
      <FormObstacles request={request} />
      {canSubmit ? (
        <p class="prompt-fact prompt-hint">
          {fillIn(
            l10n.t('{0} gets what you enter. Enter no passwords, keys or other secrets here.'),
            <EscapedText text={prompt.server} />,
          )}
        </p>
      ) : null}
      <p class="field-problem" role="alert">
        {wrong === 0
          ? null
          : plural(wrong, {
              one: l10n.t('1 field needs a change.'),
              other: l10n.t('{0} fields need a change.', wrong),
            })}
      </p>
      <div class="prompt-actions">
        {canSubmit ? (
          <PromptButton isPrimary isDisabled={!isArmed || isChecking} onClick={send}>
            {l10n.t('Submit')}
          </PromptButton>
        ) : null}
        <PromptButton isDisabled={!isArmed} onClick={() => answer({ kind: 'declineInput' })}>
          {l10n.t('Decline')}
        </PromptButton>
        <PromptButton isDisabled={!isArmed} onClick={() => answer({ kind: 'cancelInput' })}>
          {l10n.t('Cancel')}
        </PromptButton>
      </div>
    </div>
  );
}
