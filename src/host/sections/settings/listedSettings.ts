import { isObject, type JsonObject } from '../../../base/json';
import { valueAt } from '../../../cli/config/settingsEdit';
import type { SettingsFile } from '../../../cli/config/settingsFile';
import type { Origin } from '../../../contract/sections';
import { argumentOrigin, originOf } from '../files/scopeLabels';

/** An effective value, and the files that take part in it. */
export interface ListedSetting {
  /** Names on the way to the value. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** Files that hold the value, the one that counts last. */
  readonly files: readonly SettingsFile[];
  readonly origin: Origin;
}

/** Lists effective values: those inside of objects by themselves, lists as one value. */
export function listSettings(
  effective: JsonObject,
  files: readonly SettingsFile[],
  isTrusted: boolean,
): readonly ListedSetting[] {
  return leaves(effective, []).map(({ path, value }) => {
    const holders = files.filter(file => valueAt(file.value, path) !== undefined);
    const last = holders.at(-1);
    const origin = last ? originOf(last, isTrusted) : argumentOrigin();
    return { path, value, files: holders, origin };
  });
}

/** Merges the files as the CLI does: of simple values, the last counts; lists are joined. */
export function mergeFiles(files: readonly SettingsFile[]): JsonObject {
  return files
    .filter(({ broken, rejected }) => !broken && !rejected)
    .reduce<JsonObject>((merged, { value }) => joined(merged, value), {});
}

function joined(below: JsonObject, above: JsonObject): JsonObject {
  const result: JsonObject = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const own = Object.hasOwn(result, key) ? result[key] : undefined;
    if (isObject(own) && isObject(value)) {
      result[key] = joined(own, value);
    } else if (Array.isArray(own) && Array.isArray(value)) {
      result[key] = [...new Set([...own, ...value])];
    } else {
      result[key] = value;
    }
  }
  return result;
}

/** Hooks have their own section. */
function leaves(
  value: JsonObject,
  path: readonly string[],
): readonly { path: readonly string[]; value: unknown }[] {
  return Object.entries(value)
    .filter(([key]) => path.length > 0 || (key !== 'hooks' && key !== '$schema'))
    .flatMap(([key, inner]) => {
      const own = [...path, key];
      return isObject(inner) && path.length < 3
        ? leaves(inner, own)
        : [{ path: own, value: inner }];
    });
}
