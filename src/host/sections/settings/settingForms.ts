import * as l10n from '@vscode/l10n';
import type { FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import { scopeField } from '../files/scopeField';
import type { KnownSetting } from './settingsCatalog';

export type SimpleValue = string | number | boolean;

export function isSimple(value: unknown): value is SimpleValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Form for a value that is set: its type stays. */
export function changeForm(
  key: string,
  value: SimpleValue,
  known: KnownSetting | undefined,
  cwd: string | undefined,
): ActionForm {
  return {
    title: key,
    submit: l10n.t('Save'),
    fields: [valueField(value, known), scopeField(cwd)],
    ...(known ? { note: known.description } : {}),
    canPreview: true,
  };
}

function valueField(value: SimpleValue, known: KnownSetting | undefined): FormField {
  const base = { name: 'value', title: l10n.t('Value') };
  if (typeof value === 'boolean') {
    return { ...base, kind: 'flag', isRequired: true, initial: value };
  }
  if (typeof value === 'number') {
    return { ...base, kind: 'number', isRequired: true, isInteger: false, initial: value };
  }
  if (known?.options) {
    const options = known.options.map(one => ({ value: one, label: one }));
    const initial = known.options.includes(value) ? { initial: value } : {};
    return { ...base, kind: 'choice', isRequired: true, options, ...initial };
  }
  return { ...base, kind: 'text', isRequired: true, maxLength: 8_000, initial: value };
}

/** Form for any known setting: its value is typed as text. */
export function setForm(all: readonly KnownSetting[], cwd: string | undefined): ActionForm {
  const options = all.map(({ key, description }) => ({
    value: key,
    label: l10n.t('{0}: {1}', key, description),
  }));
  return {
    title: l10n.t('Set a value'),
    submit: l10n.t('Save'),
    fields: [
      { kind: 'choice', name: 'key', title: l10n.t('Setting'), isRequired: true, options },
      {
        ...{ kind: 'text', name: 'value', title: l10n.t('Value'), isRequired: true },
        ...{ maxLength: 8_000, description: l10n.t('A string, a number, or true or false.') },
      },
      scopeField(cwd),
    ],
    canPreview: true,
  };
}

/** Converts typed text to the type of a setting; a text in `problem` says why that fails. */
export function readValue(
  { type, options }: KnownSetting,
  text: string,
): { readonly value: SimpleValue } | { readonly problem: string } {
  switch (type) {
    case 'boolean':
      return text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { problem: l10n.t('Enter true or false.') };
    case 'number': {
      const value = Number(text);
      return Number.isFinite(value) ? { value } : { problem: l10n.t('Enter a number.') };
    }
    case 'string':
      return options && !options.includes(text)
        ? { problem: l10n.t('Enter one of these: {0}.', options.join(', ')) }
        : { value: text };
  }
}
