import * as l10n from '@vscode/l10n';
import type { FormField } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';
import { scopeField } from '../files/scopeField';

export function useStyleForm(cwd: string | undefined): ActionForm {
  return {
    title: l10n.t('Use style'),
    submit: l10n.t('Use'),
    fields: [scopeField(cwd)],
    note: l10n.t('It applies to conversations that start from now on.'),
    canPreview: true,
  };
}

export function newStyleForm(cwd: string | undefined): ActionForm {
  const text = (name: string, title: string, more: Partial<FormField> = {}) =>
    ({ kind: 'text', name, title, isRequired: true, maxLength: 200, ...more }) as FormField;
  const places = [
    ...(cwd === undefined ? [] : [{ value: 'project', label: l10n.t('This project (shared)') }]),
    { value: 'user', label: l10n.t('All projects (only you)') },
  ];
  return {
    title: l10n.t('New style'),
    submit: l10n.t('Create'),
    canPreview: true,
    fields: [
      text('name', l10n.t('Name'), { description: l10n.t('Also the name of its file.') }),
      text('description', l10n.t('Description'), { isRequired: false }),
      text('instructions', l10n.t('Instructions'), {
        maxLength: 20_000,
        description: l10n.t('How Claude should write. You can continue in the file.'),
      } as Partial<FormField>),
      {
        ...{ kind: 'choice', name: 'place', title: l10n.t('For'), isRequired: true },
        ...{ options: places, initial: places[0]?.value ?? 'user' },
      },
    ],
  };
}
