import * as vscode from 'vscode';

/**
 * Returns why this machine has no microphone of the user's: Tandem runs elsewhere. Undefined if it
 * may have one; Linux in Windows reaches that of Windows.
 */
export function noMicrophoneHere(): string | undefined {
  const { remoteName, uiKind } = vscode.env;
  const isElsewhere = remoteName !== undefined && remoteName !== 'wsl';
  return isElsewhere || uiKind === vscode.UIKind.Web
    ? vscode.l10n.t(
        "Your microphone is on another machine than this window's extensions. Set tandem.speech.recorder to a command that brings its sound here.",
      )
    : undefined;
}
