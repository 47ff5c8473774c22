import * as vscode from 'vscode';
import type { DecisionMessages } from './changeActions';

/** VS Code's notifications. */
export const decisionMessages: DecisionMessages = {
  nameOf: path => vscode.workspace.asRelativePath(path),
  tell: message => void vscode.window.showInformationMessage(message),
  offer: (message, action) => vscode.window.showInformationMessage(message, action),
};
