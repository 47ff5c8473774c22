import * as vscode from 'vscode';
import { type NeutralItem, pickItem } from '../../nativeText/inputs';
import { nativeUi } from '../../nativeText/nativeUi';
import type { ChoiceGroup, ChoiceTool } from './choiceTool';
import { tickServers } from './serverTools';

interface Row extends vscode.QuickPickItem {
  readonly tool?: ChoiceTool;
}

/**
 * Lets the user tick tools; the row of a server ticks all of its tools.
 * @returns keys of the ticked rows; undefined when the user cancels
 */
export function tickTools(
  tools: readonly ChoiceTool[],
  placeholder: string,
): Promise<ReadonlySet<string> | undefined> {
  const pick = nativeUi.createQuickPick<Row>();
  const items = rowsOf(tools);
  pick.title = vscode.l10n.t('Tools of This Conversation');
  pick.placeholder = placeholder;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  let ticked: ReadonlySet<string> = new Set(tools.flatMap(({ key, isOn }) => (isOn ? [key] : [])));
  const show = () => {
    pick.selectedItems = items.filter(({ tool }) => tool && ticked.has(tool.key));
  };
  show();
  return new Promise(resolve => {
    pick.onDidChangeSelection(selected => {
      const now = new Set(selected.flatMap(({ tool }) => (tool ? [tool.key] : [])));
      const next = tickServers(ticked, now, tools);
      ticked = next;
      if (next.size !== now.size || [...next].some(key => !now.has(key))) {
        show();
      }
    });
    pick.onDidAccept(() => {
      resolve(ticked);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function rowsOf(tools: readonly ChoiceTool[]): readonly NeutralItem<Row>[] {
  const labels = groupLabels();
  const sources = sourceLabels();
  return tools.flatMap((tool, index) => {
    const { group, label, source, detail } = tool;
    const isFirst = group !== tools[index - 1]?.group;
    const heading: Row = { label: labels[group], kind: vscode.QuickPickItemKind.Separator };
    const item: Row = {
      label,
      description: tool.isServer ? vscode.l10n.t('MCP server: all of its tools') : sources[source],
      ...(detail ? { detail } : {}),
      tool,
    };
    return (isFirst ? [heading, item] : [item]).map(pickItem);
  });
}

function groupLabels(): Readonly<Record<ChoiceGroup, string>> {
  return {
    readOnly: vscode.l10n.t('Read-only tools'),
    edit: vscode.l10n.t('Edit tools'),
    execution: vscode.l10n.t('Execution tools'),
    mcp: vscode.l10n.t('MCP tools'),
    other: vscode.l10n.t('Other tools'),
  };
}

function sourceLabels(): Readonly<Record<ChoiceTool['source'], string>> {
  return {
    agent: vscode.l10n.t('built in, from the next message on'),
    editor: vscode.l10n.t('of the editor'),
    extension: vscode.l10n.t('of another extension'),
    server: vscode.l10n.t('of an MCP server, from the next message on'),
  };
}
