import * as l10n from '@vscode/l10n';
import { ownScopes } from '../../../cli/config/settingsPlaces';
import type { OfferedPlugin } from '../../../cli/plugins/pluginFiles';
import type { FieldOption } from '../../../contract/elicitation';
import type { ActionForm } from '../../../contract/sections';

/** Form that names the source, because a plugin may run programs. */
export function installForm({ source }: OfferedPlugin, cwd: string | undefined): ActionForm {
  return {
    title: l10n.t('Install plugin'),
    submit: l10n.t('Install'),
    fields: [scope(cwd)],
    note: l10n.t(
      'A plugin can run programs on this computer with your rights, and tell Claude what to do. This one comes from {0}. Install it only if you trust its author.',
      source,
    ),
  };
}

export function marketplaceForm(cwd: string | undefined): ActionForm {
  return {
    title: l10n.t('Add marketplace'),
    submit: l10n.t('Add'),
    fields: [
      {
        ...{ kind: 'text', name: 'source', title: l10n.t('Source'), isRequired: true },
        description: l10n.t('A GitHub repository (owner/name), an address, or a folder.'),
        maxLength: 1_000,
      },
      scope(cwd),
    ],
    note: l10n.t('Its list of plugins is fetched. Nothing is installed yet.'),
  };
}

/** Returns the scope that an entry names. The form has checked it. */
export function chosenPluginScope(value: unknown): string {
  return ownScopes.find(one => one === value) ?? 'user';
}

function scope(cwd: string | undefined): ActionForm['fields'][number] {
  const options: readonly FieldOption[] = [
    { value: 'user', label: l10n.t('All projects (only you)') },
    ...(cwd === undefined
      ? []
      : [
          { value: 'project', label: l10n.t('This project (shared)') },
          { value: 'local', label: l10n.t('This project (only you)') },
        ]),
  ];
  const title = l10n.t('For');
  return { kind: 'choice', name: 'scope', title, isRequired: true, options, initial: 'user' };
}
