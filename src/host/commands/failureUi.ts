import * as vscode from 'vscode';
import type { CommandId } from '../contributed';
import { nativeUi } from '../nativeText/nativeUi';
import type { OutputLog } from '../outputLog';
import type { FailureUi } from './run';

/** Shows failed commands as VS Code's messages, and logs them in the output channel. */
export function failureUi(log: OutputLog): FailureUi {
  return {
    log,
    showLog: () => log.show(),
    signIn: () => void vscode.commands.executeCommand('tandem.account.signIn' satisfies CommandId),
    showWarning: message => void nativeUi.showWarningMessage(message),
    showError: (message, action) => nativeUi.showErrorMessage(message, action),
  };
}
