import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';
import type {
  ChoiceField,
  ChoicesField,
  FieldEntry,
  FormField,
  NumberField,
  TextField,
} from '../elicitation';
import { formatProblem } from './formatProblem';

type FieldValue = string | number | boolean | readonly string[];

/** Reading of one entry. Without either member, the field stays empty. */
export interface ReadEntry {
  readonly value?: FieldValue;
  /** Names the mistake and how to mend it. */
  readonly problem?: string;
}

/** Returns the entry that an untouched field begins with. */
export function initialEntry(field: FormField): FieldEntry {
  switch (field.kind) {
    case 'flag':
      return field.initial ?? false;
    case 'choices':
      return field.initial ?? [];
    default:
      return field.initial === undefined ? '' : `${field.initial}`;
  }
}

/** Checks an entry and converts it to the field's type; everything but the server's pattern. */
export function readEntry(field: FormField, entry: FieldEntry | null): ReadEntry {
  const actual = entry ?? initialEntry(field);
  switch (field.kind) {
    case 'text':
      return typeof actual === 'string' ? readText(field, actual) : mistyped();
    case 'number':
      return typeof actual === 'string' ? readNumber(field, actual) : mistyped();
    case 'choice':
      return typeof actual === 'string' ? readChoice(field, actual) : mistyped();
    case 'choices':
      return typeof actual === 'object' ? readChoices(field, actual) : mistyped();
    case 'flag': {
      if (typeof actual !== 'boolean') {
        return mistyped();
      }
      const isUntouched = entry === null && field.initial === undefined;
      return isUntouched && !field.isRequired ? {} : { value: actual };
    }
  }
}

function readText(field: TextField, text: string): ReadEntry {
  if (text === '') {
    return field.isRequired ? missing() : {};
  }
  const { format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  // JSON Schema counts characters, not UTF-16 units.
  const length = [...text].length;
  if (length < minLength) {
    return {
      problem: plural(minLength, {
        one: l10n.t('Enter at least 1 character.'),
        other: l10n.t('Enter at least {0} characters.', minLength),
      }),
    };
  }
  if (length > maxLength) {
    return {
      problem: plural(maxLength, {
        one: l10n.t('Enter at most 1 character.'),
        other: l10n.t('Enter at most {0} characters.', maxLength),
      }),
    };
  }
  const problem = format === undefined ? undefined : formatProblem(format, text);
  return problem === undefined ? { value: text } : { problem };
}

const integer = /^[+-]?\d{1,30}$/;
const decimal = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?$/i;

function readNumber(field: NumberField, typed: string): ReadEntry {
  const text = typed.trim();
  if (text === '') {
    return field.isRequired ? missing() : {};
  }
  const value = Number(text);
  if (field.isInteger && !(integer.test(text) && Number.isSafeInteger(value))) {
    return { problem: l10n.t('Enter a whole number.') };
  }
  if (!decimal.test(text) || !Number.isFinite(value)) {
    return { problem: l10n.t('Enter a number, with a point before decimals.') };
  }
  if (field.minimum !== undefined && value < field.minimum) {
    return { problem: l10n.t('Enter {0} or more.', field.minimum) };
  }
  if (field.maximum !== undefined && value > field.maximum) {
    return { problem: l10n.t('Enter {0} or less.', field.maximum) };
  }
  return { value };
}

function readChoice(field: ChoiceField, chosen: string): ReadEntry {
  // An option may be the empty text itself.
  const isOption = field.options.some(({ value }) => value === chosen);
  if (chosen === '' && !isOption) {
    return field.isRequired ? { problem: l10n.t('Choose an option.') } : {};
  }
  return isOption ? { value: chosen } : mistyped();
}

function readChoices(field: ChoicesField, chosen: readonly string[]): ReadEntry {
  const values = field.options.map(({ value }) => value).filter(value => chosen.includes(value));
  if (values.length < new Set(chosen).size) {
    return mistyped();
  }
  if (values.length === 0 && !field.isRequired) {
    return {};
  }
  const { minItems = field.isRequired ? 1 : 0, maxItems = Number.POSITIVE_INFINITY } = field;
  if (values.length < minItems) {
    return {
      problem: plural(minItems, {
        one: l10n.t('Choose at least 1 option.'),
        other: l10n.t('Choose at least {0} options.', minItems),
      }),
    };
  }
  if (values.length > maxItems) {
    return {
      problem: plural(maxItems, {
        one: l10n.t('Choose at most 1 option.'),
        other: l10n.t('Choose at most {0} options.', maxItems),
      }),
    };
  }
  return { value: values };
}

function missing(): ReadEntry {
  return { problem: l10n.t('Fill in this field.') };
}

/** Only a page that does not keep to its form sends such an entry. */
function mistyped(): ReadEntry {
  return { problem: l10n.t('This is not a valid answer. Enter it again.') };
}
