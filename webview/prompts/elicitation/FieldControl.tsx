import * as l10n from '@vscode/l10n';
import type {
  ChoiceField,
  FlagField,
  NumberField,
  TextField,
} from '../../../src/contract/elicitation';
import { initialEntry } from '../../../src/contract/forms/readEntry';
import { spelledOut } from '../../tools/parts/invisibleCharacters';
import type { ControlProps } from './fieldProps';
import { localTime, zonedTime } from './localTime';

/** Control of a field with one value. */
export function FieldControl(
  props: ControlProps<TextField | NumberField | FlagField | ChoiceField>,
) {
  const { id, field, entry, problem, describedBy, onChange } = props;
  const current = entry ?? initialEntry(field);
  const shared = {
    id,
    autocomplete: 'off',
    required: field.isRequired,
    'aria-invalid': problem !== undefined,
    'aria-describedby': describedBy,
  };
  switch (field.kind) {
    case 'flag':
      return (
        <input
          {...shared}
          required={false}
          type="checkbox"
          checked={current === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <select
          {...shared}
          value={`${field.options.findIndex(({ value }) => value === current)}`}
          onChange={event =>
            onChange(field.options[Number(event.currentTarget.value)]?.value ?? '')
          }
        >
          <option value="-1" disabled={field.isRequired}>
            {field.isRequired ? l10n.t('Choose…') : l10n.t('No choice')}
          </option>
          {field.options.map(({ label }, index) => (
            <option key={index} value={`${index}`}>
              {spelledOut(label)}
            </option>
          ))}
        </select>
      );
    case 'number':
      return (
        <input
          {...shared}
          type="text"
          inputMode={field.isInteger ? 'numeric' : 'decimal'}
          value={`${current}`}
          onInput={event => onChange(event.currentTarget.value)}
        />
      );
    case 'text':
      if (field.isMultiline) {
        return (
          <textarea
            {...shared}
            rows={3}
            spellcheck={false}
            value={`${current}`}
            onInput={event => onChange(event.currentTarget.value)}
          />
        );
      }
      return (
        <input
          {...shared}
          {...(field.isSecret ? secretInput : textInputs[field.format ?? 'none'])}
          value={field.format === 'date-time' ? localTime(`${current}`) : `${current}`}
          onInput={event => {
            const { value } = event.currentTarget;
            onChange(field.format === 'date-time' ? zonedTime(value) : value);
          }}
        />
      );
  }
}

const secretInput = { type: 'password', autocomplete: 'off', spellcheck: false } as const;

const textInputs = {
  none: { type: 'text' },
  email: { type: 'email', spellcheck: false },
  uri: { type: 'url', spellcheck: false },
  date: { type: 'date' },
  // With seconds, as the server's own default may have them.
  'date-time': { type: 'datetime-local', step: 1 },
} as const;
