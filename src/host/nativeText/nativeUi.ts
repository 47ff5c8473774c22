import * as vscode from 'vscode';
import { nativeInputs } from './inputs';
import { nativeMessages } from './messages';
import { labelText, lineText } from './neutral';
import { nativeProgress } from './progress';
import { neutralRow, type RowTexts } from './rows';
import type { StatusItem } from './statusItems';

/**
 * The only way to VS Code's own user interface. Texts come from agents, files, servers and git, and
 * VS Code would make commands and icons of some of them.
 */
export const nativeUi = {
  ...nativeMessages(vscode.window),
  ...nativeInputs(vscode.window),
  ...nativeProgress(vscode),
};

/** @param state expanded, collapsed, or without children */
export function treeItem(
  texts: RowTexts,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem {
  const row = neutralRow(texts);
  return Object.assign(new vscode.TreeItem(row.label, state), row);
}

export function createTerminal(
  options: vscode.TerminalOptions & { readonly name: string },
): vscode.Terminal {
  return vscode.window.createTerminal({ ...options, name: labelText(options.name) });
}

/** Creates a terminal whose content comes from the extension. It gets no focus. */
export function createOwnTerminal(options: vscode.ExtensionTerminalOptions): vscode.Terminal {
  return vscode.window.createTerminal({ ...options, name: labelText(options.name) });
}

export function createWebviewPanel(
  type: string,
  title: string,
  ...rest: [
    { viewColumn: vscode.ViewColumn; preserveFocus: boolean },
    vscode.WebviewPanelOptions & vscode.WebviewOptions,
  ]
): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel(type, lineText(title), ...rest);
}

/** Creates an item that `showStatus` fills; only its name and command are set directly. */
export function createStatusItem(id: string, priority: number): StatusItem {
  return vscode.window.createStatusBarItem(id, vscode.StatusBarAlignment.Left, priority);
}

/**
 * @param markdown Markdown whose values are escaped, as `escapedLine` does
 * @param commands the only commands that links of it may run
 */
export function commandTooltip(
  markdown: string,
  commands: readonly string[],
): vscode.MarkdownString {
  const tooltip = markdownTooltip(markdown);
  tooltip.isTrusted = { enabledCommands: commands };
  return tooltip;
}

/** @param markdown Markdown whose values are escaped, as `markdownFacts` does */
export function markdownTooltip(markdown: string): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString(markdown, false);
  tooltip.isTrusted = false;
  tooltip.supportHtml = false;
  return tooltip;
}
