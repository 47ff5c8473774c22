import { valueAt } from '../../../cli/config/settingsEdit';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import { type OwnScope, ownScopes } from '../../../cli/config/settingsPlaces';
import type { JsonPath } from '../../../cli/config/settingsText';
import type { Origin } from '../../../contract/sections';
import { originOf } from './scopeLabels';

/** A value of a settings file, and where it comes from. */
export interface ListedValue {
  /** The same whenever the files are read. */
  readonly id: string;
  readonly value: string;
  readonly origin: Origin;
  /** Set if the value can be changed. */
  readonly scope?: OwnScope;
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
}

/**
 * Lists the texts at a path in all files: the value itself, or the items of a list.
 * @param kind word that tells these values from others of the section
 */
export function listValues(
  files: readonly SettingsFile[],
  kind: string,
  path: JsonPath,
  isTrusted: boolean,
): readonly ListedValue[] {
  const values = files.flatMap(file => {
    const found = valueAt(file.value, path);
    const items: readonly unknown[] = Array.isArray(found) ? found : [found];
    return items.flatMap((value, index) =>
      typeof value === 'string'
        ? [listed(file, kind, value, Array.isArray(found) ? [...path, index] : path, isTrusted)]
        : [],
    );
  });
  return [...new Map(values.map(one => [one.id, one])).values()];
}

function listed(
  file: SettingsFile,
  kind: string,
  value: string,
  path: JsonPath,
  isTrusted: boolean,
): ListedValue {
  const origin = originOf(file, isTrusted);
  const own = ownScopes.find(scope => scope === file.scope);
  return {
    ...{ id: `${file.scope}/${kind}/${value}`, value, origin, path: file.path },
    line: file.line(path),
    ...(own && origin.readOnly === undefined ? { scope: own } : {}),
  };
}
