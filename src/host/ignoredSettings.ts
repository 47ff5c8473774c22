import * as vscode from 'vscode';
import type { Log } from '../base/log';
import type { StorageKeys } from './contributed';
import { nativeUi } from './nativeText/nativeUi';
import type { SettingsReader } from './settings';

const key: keyof StorageKeys = 'ignoredSettings.reported';

/** Warns once about each restricted setting that a workspace tries to set. */
export async function reportIgnoredSettings(
  settings: SettingsReader,
  memory: vscode.Memento,
  log: Log,
): Promise<void> {
  const reported = memory.get<StorageKeys[typeof key]>(key, []);
  const ignored = settings.ignoredKeys().filter(name => !reported.includes(name));
  if (ignored.length === 0) {
    return;
  }
  await memory.update(key, [...reported, ...ignored]);
  const names = ignored.join(', ');
  log.warn(`Ignored in the workspace's settings: ${names}`);
  const open = vscode.l10n.t('Open User Settings');
  const picked = await nativeUi.showWarningMessage(
    vscode.l10n.t(
      'Tandem ignores what this workspace sets for {0}: settings that run programs or widen permissions are read from your user or remote settings only.',
      names,
    ),
    open,
  );
  if (picked === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', ignored[0]);
  }
}
