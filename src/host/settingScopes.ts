import type { SettingKey } from './contributed';
import { type SettingRow, settingTable, unlimitedAtZero } from './settingTable';

/** Values of a setting, by the scope that sets them. User and remote settings are one scope. */
export interface SettingScopes<T> {
  readonly defaultValue?: T | undefined;
  readonly globalValue?: T | undefined;
  readonly workspaceValue?: T | undefined;
  readonly workspaceFolderValue?: T | undefined;
}

/** Returns the value that counts, as the table says for this setting. */
export function effectiveValue(
  key: SettingKey,
  found: SettingScopes<unknown> | undefined,
): unknown {
  const row = settingTable[key];
  const own = restrictedValue(found);
  const foreign = acceptedValues(row, found);
  if (foreign.length === 0) {
    return own;
  }
  switch (row.scope) {
    case 'user':
    case 'machine':
    case 'beside':
      return own;
    case 'workspace':
      return foreign.at(-1);
    case 'union':
      return [...new Set([own ?? [], ...foreign].flat())];
    case 'common':
      return foreign.reduce(common, own);
    case 'both':
      return [own, ...foreign].every(value => value === true);
    case 'least':
      return row.order?.find(value => [own, ...foreign].includes(value)) ?? own;
    case 'smaller':
      return isNumberOrUnset(own) ? (smallest(key, [own, ...foreign]) ?? own) : own;
  }
}

/** Returns the value of a restricted setting, which no workspace and no folder can set. */
export function restrictedValue<T>(found: SettingScopes<T> | undefined): T | undefined {
  return found?.globalValue ?? found?.defaultValue;
}

/** Returns what a workspace sets, if it is well-formed; a folder's value wins. */
export function workspaceValue(
  key: SettingKey,
  found: SettingScopes<unknown> | undefined,
): unknown {
  return acceptedValues(settingTable[key], found).at(-1);
}

/** Whether a workspace or folder tries to set it. */
export function isSetByWorkspace(found: SettingScopes<unknown> | undefined): boolean {
  return valuesOfWorkspace(found).length > 0;
}

/** Returns the first value of a workspace or folder that has no effect. */
export function ignoredValue(
  key: SettingKey,
  found: SettingScopes<unknown> | undefined,
): { readonly value: unknown } | undefined {
  const { scope, accepts } = settingTable[key];
  // VS Code itself does not read a machine's setting from a workspace, and says so.
  if (scope === 'machine' || !isSetByWorkspace(found)) {
    return undefined;
  }
  const ignored = valuesOfWorkspace(found).filter(value => !accepts(value));
  return ignored.length > 0 ? { value: ignored[0] } : undefined;
}

function acceptedValues(
  row: SettingRow,
  found: SettingScopes<unknown> | undefined,
): readonly unknown[] {
  return valuesOfWorkspace(found).filter(value => row.accepts(value));
}

function valuesOfWorkspace(found: SettingScopes<unknown> | undefined): readonly unknown[] {
  return [found?.workspaceValue, found?.workspaceFolderValue].filter(value => value !== undefined);
}

/** List of no tool at all; an empty list stands for the CLI's default. */
const noTool: readonly string[] = [''];
/** Name that stands for all tools that the CLI has by default. */
const allTools = 'default';

function common(own: unknown, foreign: unknown): unknown {
  const [mine, theirs] = [namesOf(own), namesOf(foreign)];
  if (mine.length === 0 || mine.includes(allTools)) {
    return theirs.length === 0 ? own : theirs;
  }
  if (theirs.length === 0 || theirs.includes(allTools)) {
    return own;
  }
  const shared = mine.filter(name => theirs.includes(name));
  return shared.length === 0 ? noTool : shared;
}

/** A user's value may be malformed, too, and still limits. */
function namesOf(list: unknown): readonly unknown[] {
  return [list ?? []].flat();
}

/** A malformed limit of the user's stays as it is, so that it is reported where it would apply. */
function isNumberOrUnset(own: unknown): boolean {
  return typeof own === 'number' || own === null || own === undefined;
}

function smallest(key: SettingKey, values: readonly unknown[]): unknown {
  const isLimit = (value: unknown) => !(value === 0 && unlimitedAtZero.has(key));
  const limits = values.filter(value => typeof value === 'number').filter(isLimit);
  return limits.length === 0 ? undefined : Math.min(...limits);
}
