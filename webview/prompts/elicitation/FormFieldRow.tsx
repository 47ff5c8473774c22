import type { ComponentChildren } from 'preact';
import type { FormField } from '../../../src/contract/elicitation';
import { fieldHint } from '../../../src/contract/forms/fieldHint';
import { EscapedText } from '../../tools/parts/EscapedText';
import { ChoicesControl } from './ChoicesControl';
import { FieldControl } from './FieldControl';
import type { FieldProps } from './fieldProps';

interface FormFieldRowProps extends FieldProps {
  /** True in forms of Tandem, whose texts are long enough for what they are for. */
  readonly hidesLength?: boolean;
}

/** Field with its label, what it takes, and what is wrong. */
export function FormFieldRow({ hidesLength = false, ...props }: FormFieldRowProps) {
  const { id, field, problem } = props;
  const hint = hidesLength && field.kind === 'text' ? undefined : fieldHint(field);
  const notes = [
    ...(field.description === undefined ? [] : [`${id}-description`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`]),
  ];
  const describedBy = notes.length === 0 ? undefined : notes.join(' ');
  const label = <FieldLabel field={field} />;
  return (
    <div class="field" data-kind={field.kind}>
      {field.kind === 'choices' ? (
        <ChoicesControl {...props} field={field} label={label} describedBy={describedBy} />
      ) : (
        <>
          <label for={id}>{label}</label>
          <FieldControl {...props} field={field} describedBy={describedBy} />
        </>
      )}
      {field.description === undefined ? null : (
        <p class="field-note" id={`${id}-description`}>
          <EscapedText text={field.description} />
        </p>
      )}
      {hint === undefined ? null : (
        <p class="field-note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem === undefined ? null : (
        <p class="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** The mark of a required field is for the eyes: the control says so to screen readers. */
function FieldLabel({ field }: { readonly field: FormField }): ComponentChildren {
  const isMarked = field.isRequired && field.kind !== 'flag';
  return (
    <>
      <EscapedText text={field.title} />
      {isMarked ? (
        <span class="field-required" aria-hidden="true">
          {' *'}
        </span>
      ) : null}
    </>
  );
}
