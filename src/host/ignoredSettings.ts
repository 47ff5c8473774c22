import * as vscode from 'vscode';
import type { Log } from '../base/log';
import type { StorageKeys } from './contributed';
import { messageText } from './nativeText/messageText';
import { nativeUi } from './nativeText/nativeUi';
import type { IgnoredSetting, SettingsReader } from './settings';

const key = 'ignoredSettings.reported' satisfies keyof StorageKeys;

/** UTF-16 units, of all settings together and of one value. */
const longestNames = 800;
const longestValue = 40;

function shown({ key: name, value }: IgnoredSetting): string {
  return `${name} (${messageText(JSON.stringify(value), longestValue)})`;
}

/** Warns once about each setting that a workspace sets without effect, with its value. */
export async function reportIgnoredSettings(
  settings: SettingsReader,
  memory: vscode.Memento,
  log: Log,
): Promise<void> {
  const reported = memory.get<StorageKeys[typeof key]>(key, []);
  const ignored = settings.ignored().filter(one => !reported.includes(one.key));
  if (ignored.length === 0) {
    return;
  }
  await memory.update(key, [...reported, ...ignored.map(one => one.key)]);
  const names = ignored.map(shown).join(', ');
  log.warn(`Ignored in the workspace's settings: ${names}`);
  const open = vscode.l10n.t('Open User Settings');
  const picked = await nativeUi.showWarningMessage(
    vscode.l10n.t(
      'Tandem ignores what this workspace sets for {0}: these values are not valid, or are read from your user or remote settings only.',
      messageText(names, longestNames),
    ),
    open,
  );
  if (picked === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', ignored[0]?.key);
  }
}
