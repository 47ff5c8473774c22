import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/emitter';
import { restrictedSettings, type SettingKey, type Settings } from './contributed';
import { isSetByWorkspace, restrictedValue } from './settingScopes';

const restricted: ReadonlySet<string> = new Set(restrictedSettings);

/** Reads the settings. Restricted settings are read only from user or remote settings. */
export class SettingsReader implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<(key: SettingKey) => boolean>());

  /** Fires with a predicate that reports whether a key may have changed. */
  readonly onChanged = this.changed.event;

  constructor() {
    this.store.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('tandem')) {
          this.changed.fire(key => event.affectsConfiguration(key));
        }
      }),
    );
  }

  get<K extends SettingKey>(key: K): Settings[K] {
    const configuration = vscode.workspace.getConfiguration();
    if (!restricted.has(key)) {
      return configuration.get(key) as Settings[K];
    }
    const found = configuration.inspect<Settings[K]>(key);
    return restrictedValue(found) as Settings[K];
  }

  /** Returns the restricted settings that a workspace or folder tries to set. */
  ignoredKeys(): SettingKey[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const scopes = [undefined, ...folders.map(folder => folder.uri)];
    return restrictedSettings.filter(key =>
      scopes.some(scope =>
        isSetByWorkspace(vscode.workspace.getConfiguration(undefined, scope).inspect(key)),
      ),
    );
  }

  dispose(): void {
    this.store.dispose();
  }
}
