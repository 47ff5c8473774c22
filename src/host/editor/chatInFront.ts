import * as vscode from 'vscode';
import { chatTabType } from '../contributed';

/** Returns whether the active editor is a chat. */
export function isChatInFront(): boolean {
  return isChat(vscode.window.tabGroups.activeTabGroup);
}

/** Returns the column in which a file does not cover the chat, if that is the active editor. */
export function columnBesideChat(): vscode.ViewColumn | undefined {
  if (!isChatInFront()) {
    return undefined;
  }
  const other = vscode.window.tabGroups.all.find(group => !isChat(group));
  return other?.viewColumn ?? vscode.ViewColumn.Beside;
}

function isChat({ activeTab }: vscode.TabGroup): boolean {
  const input = activeTab?.input;
  // VS Code puts a prefix of its own in front of the type.
  return input instanceof vscode.TabInputWebview && input.viewType.endsWith(chatTabType);
}
