import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { SettingKey, Settings } from './contributed';
import { effectiveValue, ignoredValue, isSetByWorkspace, workspaceValue } from './settingScopes';
import { settingTable } from './settingTable';

export interface IgnoredSetting {
  readonly key: SettingKey;
  readonly value: unknown;
}

/** Settings of VS Code itself are followed where a page shows what they say. */
const followed = ['tandem', 'chat.fontSize', 'chat.editor.fontSize'];

/** Reads the settings. `settingTable` says how far a workspace may set each of them. */
export class SettingsReader implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<(key: SettingKey) => boolean>());
  /** Values until something changes: VS Code takes up to a millisecond for each. */
  private readonly known = new Map<SettingKey, unknown>();

  /** Fires with a predicate that reports whether a key may have changed. */
  readonly onChanged = this.changed.event;

  constructor() {
    const forget = () => this.known.clear();
    this.store.add(vscode.workspace.onDidChangeWorkspaceFolders(forget));
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(forget));
    this.store.add(
      vscode.workspace.onDidChangeConfiguration(event => {
        forget();
        if (followed.some(key => event.affectsConfiguration(key))) {
          this.changed.fire(key => event.affectsConfiguration(key));
        }
      }),
    );
  }

  get<K extends SettingKey>(key: K): Settings[K] {
    if (!this.known.has(key)) {
      const found = vscode.workspace.getConfiguration().inspect(key);
      this.known.set(key, effectiveValue(key, found));
    }
    return this.known.get(key) as Settings[K];
  }

  /** Returns true if the user has set it, rather than the manifest's default. */
  isSet(key: SettingKey): boolean {
    const { globalValue } = vscode.workspace.getConfiguration().inspect(key) ?? {};
    return globalValue !== undefined;
  }

  /** Returns the workspace's own value, for a setting that needs more than its value to be judged. */
  ofWorkspace<K extends SettingKey>(key: K): Settings[K] | undefined {
    const found = vscode.workspace.getConfiguration().inspect(key);
    return workspaceValue(key, found) as Settings[K] | undefined;
  }

  /** Returns what a workspace or folder sets without effect. */
  ignored(): readonly IgnoredSetting[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const scopes = [undefined, ...folders.map(folder => folder.uri)]
      .map(scope => vscode.workspace.getConfiguration(undefined, scope))
      // Reading all settings takes 50 ms; most workspaces set none.
      .filter(scope => isSetByWorkspace(scope.inspect('tandem')));
    if (scopes.length === 0) {
      return [];
    }
    return (Object.keys(settingTable) as SettingKey[]).flatMap(key => {
      const values = scopes.flatMap(scope => ignoredValue(key, scope.inspect(key)) ?? []);
      return values.slice(0, 1).map(({ value }) => ({ key, value }));
    });
  }

  dispose(): void {
    this.store.dispose();
  }
}
