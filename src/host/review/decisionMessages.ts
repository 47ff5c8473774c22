import * as vscode from 'vscode';
import { nativeUi } from '../nativeText/nativeUi';
import type { DecisionMessages } from './changeActions';

/** VS Code's notifications. */
export const decisionMessages: DecisionMessages = {
  nameOf: path => vscode.workspace.asRelativePath(path),
  tell: message => void nativeUi.showInformationMessage(message),
  offer: (message, action) => nativeUi.showInformationMessage(message, action),
};
