/** Values of a setting, by the scope that sets them. User and remote settings are one scope. */
export interface SettingScopes<T> {
  readonly defaultValue?: T | undefined;
  readonly globalValue?: T | undefined;
  readonly workspaceValue?: T | undefined;
  readonly workspaceFolderValue?: T | undefined;
}

/** Returns the value of a restricted setting, which no workspace and no folder can set. */
export function restrictedValue<T>(found: SettingScopes<T> | undefined): T | undefined {
  return found?.globalValue ?? found?.defaultValue;
}

/** Whether a workspace or folder tries to set it. */
export function isSetByWorkspace(found: SettingScopes<unknown> | undefined): boolean {
  return found?.workspaceValue !== undefined || found?.workspaceFolderValue !== undefined;
}
