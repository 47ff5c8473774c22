import * as l10n from '@vscode/l10n';
import { type OwnScope, ownScopes } from '../../../cli/config/settingsPlaces';
import type { FormField } from '../../../contract/elicitation';
import { scopeOptions } from './scopeLabels';

/** Field that chooses the file to write. */
export function scopeField(cwd: string | undefined, initial?: OwnScope): FormField {
  const options = scopeOptions(cwd);
  return {
    ...{ kind: 'choice', name: 'scope', title: l10n.t('Save in'), isRequired: true, options },
    initial: initial ?? options[0]?.value ?? 'user',
  };
}

/** Returns the scope that an entry names. The form has checked it. */
export function chosenScope(value: unknown): OwnScope {
  return ownScopes.find(scope => scope === value) ?? 'user';
}
