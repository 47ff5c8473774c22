import * as l10n from '@vscode/l10n';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import type { OwnScope, SettingsScope } from '../../../cli/config/settingsPlaces';
import type { FieldOption } from '../../../contract/elicitation';
import type { Origin } from '../../../contract/sections';

export function scopeLabel(scope: SettingsScope): string {
  switch (scope) {
    case 'user':
      return l10n.t('User settings');
    case 'project':
      return l10n.t('Project settings (shared)');
    case 'local':
      return l10n.t('Project settings (only you)');
    case 'managed':
      return l10n.t('Managed settings');
    case 'arguments':
      return l10n.t('Command line');
  }
}

/** Options of a field that chooses where to write. Without a folder, there are only the user's. */
export function scopeOptions(cwd: string | undefined): readonly FieldOption[] {
  const scopes: readonly OwnScope[] = cwd === undefined ? ['user'] : ['local', 'project', 'user'];
  return scopes.map(scope => ({ value: scope, label: scopeLabel(scope) }));
}

/** Scope of a source, by the name that the CLI gives it in its reports. */
export function scopeOf(source: string): SettingsScope | undefined {
  const scopes: Readonly<Record<string, SettingsScope>> = {
    userSettings: 'user',
    projectSettings: 'project',
    localSettings: 'local',
    policySettings: 'managed',
    cliArg: 'arguments',
    flagSettings: 'arguments',
  };
  return scopes[source];
}

/** Returns why the values of a file cannot be changed; undefined if they can. */
function readOnlyReason(file: SettingsFile, isTrusted: boolean): string | undefined {
  if (file.scope === 'managed') {
    return file.exists
      ? l10n.t('Your organization manages these settings')
      : l10n.t('An organization can manage settings here');
  }
  if (file.scope === 'arguments') {
    return l10n.t("Set by the CLI arguments in Tandem's settings");
  }
  if (file.obstacle !== undefined) {
    return file.obstacle;
  }
  if (file.broken) {
    return l10n.t('{0} (line {1})', file.broken.reason, file.broken.line);
  }
  return isTrusted ? undefined : l10n.t('The workspace is not trusted');
}

export function originOf(file: SettingsFile, isTrusted: boolean): Origin {
  const readOnly = readOnlyReason(file, isTrusted);
  return {
    label: scopeLabel(file.scope),
    path: file.path,
    ...(readOnly === undefined ? {} : { readOnly }),
  };
}

/** Origin of what came by arguments, for which there is no file. */
export function argumentOrigin(): Origin {
  return {
    label: scopeLabel('arguments'),
    readOnly: l10n.t("Set by the CLI arguments in Tandem's settings"),
  };
}
