import * as vscode from 'vscode';
import { type NeutralItem, pickItem } from '../nativeText/inputs';
import { nativeUi } from '../nativeText/nativeUi';
import type { AgentRow, AgentRowTexts } from './agentRows';

export interface AgentPickOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Reads the rows; called again after the default has changed. */
  rows(): Promise<readonly AgentRowTexts[]>;
  /** Makes an agent the default of the folder; absent: there is no such button. */
  setDefault?(name: string | undefined): Promise<void>;
  onFailure(error: unknown): void;
}

interface AgentItem extends vscode.QuickPickItem {
  readonly row: AgentRow;
}

/**
 * Lists the agents with icon, name, version and state.
 * @returns undefined if the user dismisses the list
 */
export async function pickAgent(options: AgentPickOptions): Promise<AgentRow | undefined> {
  const { title, placeholder, setDefault, onFailure } = options;
  const pick = nativeUi.createQuickPick<AgentItem>();
  const show = async () => {
    pick.busy = true;
    const rows = await options.rows();
    pick.items = rows.map(texts => toItem(texts, setDefault !== undefined));
    pick.busy = false;
  };
  pick.title = title;
  pick.placeholder = placeholder;
  // A chat that is starting takes the focus when it is ready, which must not close the list.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  try {
    return await new Promise<AgentRow | undefined>((resolve, reject) => {
      pick.onDidAccept(() => resolve(pick.selectedItems[0]?.row));
      pick.onDidHide(() => resolve(undefined));
      pick.onDidTriggerItemButton(({ item: { row } }) => {
        if (setDefault && row.kind === 'agent') {
          setDefault(row.name).then(show).catch(onFailure);
        }
      });
      pick.show();
      show().catch(reject);
    });
  } finally {
    pick.dispose();
  }
}

function toItem(texts: AgentRowTexts, hasButtons: boolean): NeutralItem<AgentItem> {
  const { label, icon, description, detail, isDefault, row } = texts;
  const parts = [description, isDefault ? vscode.l10n.t('default here') : undefined];
  const shown = parts.filter(Boolean).join(' · ');
  const button = {
    iconPath: new vscode.ThemeIcon('pin'),
    tooltip: vscode.l10n.t('Set as Default for This Folder'),
  };
  return pickItem<AgentItem>({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    ...(shown ? { description: shown } : {}),
    ...(detail === undefined ? {} : { detail }),
    ...(hasButtons && row.kind === 'agent' && !isDefault ? { buttons: [button] } : {}),
    row,
  });
}
