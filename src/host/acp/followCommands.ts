import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import type { SettingKey } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import type { SettingsReader } from '../settings';

const setting = 'tandem.followAlong' satisfies SettingKey;

export function followCommands({ settings }: { readonly settings: Pick<SettingsReader, 'get'> }) {
  return {
    'tandem.followAlong.toggle': async () => {
      const isOn = !settings.get(setting);
      const { workspaceValue } = vscode.workspace.getConfiguration().inspect(setting) ?? {};
      const { Global, Workspace } = vscode.ConfigurationTarget;
      const target = workspaceValue === undefined ? Global : Workspace;
      await vscode.workspace.getConfiguration().update(setting, isOn, target);
      void nativeUi.showInformationMessage(
        isOn
          ? vscode.l10n.t('The editor shows the files that agents look at.')
          : vscode.l10n.t('The editor no longer follows agents.'),
      );
    },
  } satisfies Partial<CommandTable>;
}
