import * as vscode from 'vscode';
import { timeText } from '../../base/locale';
import type { IdeConnection } from '../../terminalServer/editor/connection';
import type { IdeServer } from '../../terminalServer/ideServer';
import { type NeutralItem, pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import type { ClientTerminals } from './clientTerminals';

interface ConnectionItem extends vscode.QuickPickItem {
  readonly client: IdeConnection;
  readonly terminal: vscode.Terminal | undefined;
}

/** Lists the connected CLIs, with buttons to focus the terminal or to disconnect. */
export async function pickConnection(server: IdeServer, terminals: ClientTerminals): Promise<void> {
  const focus = {
    iconPath: new vscode.ThemeIcon('terminal'),
    tooltip: vscode.l10n.t('Focus Terminal'),
  };
  const disconnect = {
    iconPath: new vscode.ThemeIcon('debug-disconnect'),
    tooltip: vscode.l10n.t('Disconnect'),
  };
  const itemOf = async (client: IdeConnection): Promise<NeutralItem<ConnectionItem>> => {
    const terminal = await terminals.of(client);
    return pickItem<ConnectionItem>({
      label: terminal?.name ?? vscode.l10n.t('Terminal outside of this window'),
      iconPath: new vscode.ThemeIcon('terminal'),
      ...(client.cwd ? { description: shortPath(client.cwd) } : {}),
      detail: detailOf(client),
      buttons: [...(terminal ? [focus] : []), disconnect],
      client,
      terminal,
    });
  };
  const items = await Promise.all(server.connections.map(itemOf));
  if (items.length === 0) {
    const message = vscode.l10n.t('No Claude Code in a terminal is connected to this window.');
    void nativeUi.showInformationMessage(message);
    return;
  }
  const pick = nativeUi.createQuickPick<ConnectionItem>();
  pick.title = vscode.l10n.t('Claude Code in terminals');
  pick.placeholder = vscode.l10n.t('Enter shows the terminal');
  pick.items = items;
  pick.onDidAccept(() => {
    const [picked] = pick.selectedItems;
    pick.hide();
    picked?.terminal?.show();
  });
  pick.onDidTriggerItemButton(({ button, item }) => {
    pick.hide();
    if (button === disconnect) {
      server.disconnect(item.client.id);
    } else {
      item.terminal?.show();
    }
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

function detailOf({ pid, since, clientVersion }: IdeConnection): string {
  const time = timeText(since, { timeStyle: 'short' });
  const parts = [
    ...(pid === undefined ? [] : [vscode.l10n.t('process {0}', pid)]),
    vscode.l10n.t('since {0}', time),
    ...(clientVersion ? [vscode.l10n.t('version {0}', clientVersion)] : []),
  ];
  return parts.join(' · ');
}
