import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isObject } from '../../../base/json';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import type { ControlResult } from '../../../protocol/control';
import { type ListedValue, listValues } from '../files/listedValues';

/** Lists additional folders: those of the files, and those that only the CLI knows. */
export function listFolders(
  files: readonly SettingsFile[],
  report: ControlResult<'list_permission_rules'> | undefined,
  { cwd, isTrusted }: { cwd: string | undefined; isTrusted: boolean },
): readonly ListedValue[] {
  const path = ['permissions', 'additionalDirectories'];
  const stored = listValues(files, 'folder', path, isTrusted);
  const absolute = (folder: string) =>
    resolve(cwd ?? '/', folder.startsWith('~/') ? join(homedir(), folder.slice(2)) : folder);
  const known = new Set(stored.map(({ value }) => absolute(value)));
  const others = (report?.state?.workspaceDirectories ?? []).flatMap(one => {
    const folder = isObject(one) && typeof one.path === 'string' ? one.path : undefined;
    return folder === undefined || known.has(folder) ? [] : [folder];
  });
  return [
    ...stored,
    ...[...new Set(others)].map(value => ({
      id: `cli/folder/${value}`,
      value,
      origin: {
        label: l10n.t('Conversation or command line'),
        readOnly: l10n.t('It is in no settings file'),
      },
    })),
  ];
}

/** Lists the default modes that files name. */
export function listModes(
  files: readonly SettingsFile[],
  isTrusted: boolean,
): readonly ListedValue[] {
  return listValues(files, 'mode', ['permissions', 'defaultMode'], isTrusted);
}
