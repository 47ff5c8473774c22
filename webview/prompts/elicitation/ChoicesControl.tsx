import type { ComponentChildren } from 'preact';
import type { ChoicesField } from '../../../src/contract/elicitation';
import { initialEntry } from '../../../src/contract/forms/readEntry';
import { EscapedText } from '../../tools/parts/EscapedText';
import type { ControlProps } from './fieldProps';

interface ChoicesControlProps extends ControlProps<ChoicesField> {
  readonly label: ComponentChildren;
}

/** Boxes for the options of a field that takes several. */
export function ChoicesControl(props: ChoicesControlProps) {
  const { id, field, entry, problem, describedBy, label, onChange } = props;
  const current = entry ?? initialEntry(field);
  const chosen = typeof current === 'object' ? current : [];
  return (
    <fieldset aria-describedby={describedBy}>
      <legend>{label}</legend>
      {field.options.map((option, index) => {
        // The first one takes the focus if the answer is wrong.
        const boxId = index === 0 ? id : `${id}-option-${index}`;
        return (
          <div key={index} class="field-option">
            <input
              type="checkbox"
              id={boxId}
              checked={chosen.includes(option.value)}
              aria-invalid={problem !== undefined}
              onChange={event =>
                onChange(
                  event.currentTarget.checked
                    ? [...chosen, option.value]
                    : chosen.filter(value => value !== option.value),
                )
              }
            />
            <label for={boxId}>
              <EscapedText text={option.label} />
            </label>
          </div>
        );
      })}
    </fieldset>
  );
}
