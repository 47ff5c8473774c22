import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isObject } from '../../../base/json';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import { type OwnScope, ownScopes } from '../../../cli/config/settingsPlaces';
import type { Origin } from '../../../contract/sections';
import type { ControlResult } from '../../../protocol/control';
import { originOf } from '../files/scopeLabels';

/** A value of `permissions` beside the rules, and where it comes from. */
export interface ListedValue {
  readonly id: string;
  readonly value: string;
  readonly origin: Origin;
  /** Set if the value can be changed. */
  readonly scope?: OwnScope;
  readonly path?: string;
  readonly line?: number;
}

/** Lists additional folders: those of the files, and those that only the CLI knows. */
export function listFolders(
  files: readonly SettingsFile[],
  report: ControlResult<'list_permission_rules'> | undefined,
  { cwd, isTrusted }: { cwd: string | undefined; isTrusted: boolean },
): readonly ListedValue[] {
  const stored = files.flatMap(file => {
    const folders = permissionsOf(file).additionalDirectories;
    return (Array.isArray(folders) ? folders : []).flatMap((value: unknown, index) =>
      typeof value === 'string'
        ? [listed(file, 'folder', value, ['additionalDirectories', index], isTrusted)]
        : [],
    );
  });
  const absolute = (path: string) =>
    resolve(cwd ?? '/', path.startsWith('~/') ? join(homedir(), path.slice(2)) : path);
  const known = new Set(stored.map(({ value }) => absolute(value)));
  const others = (report?.state?.workspaceDirectories ?? []).flatMap(one => {
    const path = isObject(one) && typeof one.path === 'string' ? one.path : undefined;
    return path === undefined || known.has(path) ? [] : [path];
  });
  return unique([
    ...stored,
    ...others.map(value => ({
      id: `cli/folder/${value}`,
      value,
      origin: {
        label: l10n.t('Conversation or command line'),
        readOnly: l10n.t('It is in no settings file'),
      },
    })),
  ]);
}

/** Lists the default modes that files name. */
export function listModes(
  files: readonly SettingsFile[],
  isTrusted: boolean,
): readonly ListedValue[] {
  return unique(
    files.flatMap(file => {
      const { defaultMode } = permissionsOf(file);
      return typeof defaultMode === 'string'
        ? [listed(file, 'mode', defaultMode, ['defaultMode'], isTrusted)]
        : [];
    }),
  );
}

function listed(
  file: SettingsFile,
  kind: string,
  value: string,
  path: readonly (string | number)[],
  isTrusted: boolean,
): ListedValue {
  const origin = originOf(file, isTrusted);
  const own = ownScopes.find(scope => scope === file.scope);
  return {
    ...{ id: `${file.scope}/${kind}/${value}`, value, origin, path: file.path },
    line: file.line(['permissions', ...path]),
    ...(own && origin.readOnly === undefined ? { scope: own } : {}),
  };
}

function permissionsOf({ value }: SettingsFile) {
  return isObject(value.permissions) ? value.permissions : {};
}

function unique(values: readonly ListedValue[]): readonly ListedValue[] {
  return [...new Map(values.map(one => [one.id, one])).values()];
}
