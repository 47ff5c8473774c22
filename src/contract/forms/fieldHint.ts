import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';
import type { ChoicesField, FormField, NumberField, TextField } from '../elicitation';

/** Describes what a field takes, as far as its kind does not show it. */
export function fieldHint(field: FormField): string | undefined {
  switch (field.kind) {
    case 'text':
      return textHint(field);
    case 'number':
      return numberHint(field);
    case 'choices':
      return choicesHint(field);
    default:
      return undefined;
  }
}

function textHint({ format, minLength = 0, maxLength }: TextField): string | undefined {
  if (format === 'email') {
    return l10n.t('Email address');
  }
  if (format === 'uri') {
    return l10n.t('Address that begins with {0} or another scheme', 'https:');
  }
  if (format !== undefined) {
    return undefined;
  }
  if (minLength > 0 && maxLength !== undefined) {
    return l10n.t('{0} to {1} characters', minLength, maxLength);
  }
  if (maxLength !== undefined) {
    return plural(maxLength, {
      one: l10n.t('At most 1 character'),
      other: l10n.t('At most {0} characters', maxLength),
    });
  }
  return minLength > 1 ? l10n.t('At least {0} characters', minLength) : undefined;
}

function numberHint({ isInteger, minimum, maximum }: NumberField): string {
  if (minimum !== undefined && maximum !== undefined) {
    return isInteger
      ? l10n.t('Whole number from {0} to {1}', minimum, maximum)
      : l10n.t('Number from {0} to {1}', minimum, maximum);
  }
  if (minimum !== undefined) {
    return isInteger
      ? l10n.t('Whole number, {0} or more', minimum)
      : l10n.t('Number, {0} or more', minimum);
  }
  if (maximum !== undefined) {
    return isInteger
      ? l10n.t('Whole number, {0} or less', maximum)
      : l10n.t('Number, {0} or less', maximum);
  }
  return isInteger ? l10n.t('Whole number') : l10n.t('Number');
}

function choicesHint({ minItems = 0, maxItems }: ChoicesField): string | undefined {
  if (minItems > 0 && maxItems !== undefined) {
    return minItems === maxItems
      ? l10n.t('Choose exactly {0}', minItems)
      : l10n.t('Choose {0} to {1}', minItems, maxItems);
  }
  if (maxItems !== undefined) {
    return l10n.t('Choose at most {0}', maxItems);
  }
  return minItems > 0 ? l10n.t('Choose at least {0}', minItems) : undefined;
}
