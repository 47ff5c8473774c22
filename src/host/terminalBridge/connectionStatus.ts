import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { plural } from '../../base/plural';
import type { IdeServer } from '../../terminalServer/ideServer';
import { type CommandId, statusItems } from '../contributed';
import { createStatusItem } from '../nativeText/nativeUi';
import { hideStatus, showStatus } from '../nativeText/statusItems';

/** Shows the number of connected terminals in the status bar, while there are any. */
export function showConnections(server: IdeServer): Disposable {
  const store = new DisposableStore();
  const item = store.add(createStatusItem(statusItems.ide, 7));
  item.name = vscode.l10n.t('Tandem Connected Terminals');
  const command: CommandId = 'tandem.ide.connections';
  item.command = command;
  const show = () => {
    const count = server.connections.length;
    if (count === 0) {
      hideStatus(item);
      return;
    }
    const tooltip = plural(count, {
      one: vscode.l10n.t('Tandem: Claude Code in 1 terminal is connected'),
      other: vscode.l10n.t('Tandem: Claude Code in {0} terminals is connected', count),
    });
    showStatus(item, { text: `$(plug) ${count}`, tooltip, label: tooltip });
  };
  store.add(server.onConnectionsChanged(show));
  show();
  return store;
}
