import * as vscode from 'vscode';
import { actionLabel } from '../../contract/labels/actionLabel';
import type { LeaseHolder } from '../../core/conversation/leaseHolder';
import { nativeUi } from '../nativeText/nativeUi';

/**
 * Asks what to do about a conversation that is open elsewhere.
 * @returns undefined if the user cancels
 */
export async function askOpenElsewhere(
  holder: LeaseHolder,
): Promise<'readOnly' | 'takeOver' | undefined> {
  const readOnly = vscode.l10n.t('Open Read-Only');
  const takeOver = actionLabel('takeOver');
  const options = { modal: true, detail: consequenceOf(holder) };
  const picked = await nativeUi.showWarningMessage(holderText(holder), options, readOnly, takeOver);
  return picked === readOnly ? 'readOnly' : picked === takeOver ? 'takeOver' : undefined;
}

/**
 * Asks before a take-over that may end a process. Another window returns the conversation on
 * request, so that needs no confirmation.
 */
export async function confirmTakeOver(holder: LeaseHolder, wasOurs: boolean): Promise<boolean> {
  if (holder.kind === 'window') {
    return true;
  }
  const takeOver = wasOurs ? actionLabel('takeBack') : actionLabel('takeOver');
  const options = { modal: true, detail: consequenceOf(holder) };
  return (await nativeUi.showWarningMessage(holderText(holder), options, takeOver)) === takeOver;
}

function holderText({ kind, pid }: LeaseHolder): string {
  switch (kind) {
    case 'window':
      return vscode.l10n.t('This conversation is open in another window.');
    case 'terminal':
      return pid === undefined
        ? vscode.l10n.t('This conversation was given to a terminal.')
        : vscode.l10n.t('This conversation is open in a terminal (process {0}).', pid);
    case 'unknownWriter':
      return vscode.l10n.t('Something else is writing into this conversation.');
  }
}

function consequenceOf({ kind, pid, isWorking }: LeaseHolder): string {
  switch (kind) {
    case 'window':
      return vscode.l10n.t('Taking it over stops its work there. Its draft and queue move here.');
    case 'terminal':
      return pid === undefined
        ? vscode.l10n.t('Take it over once the terminal has closed it.')
        : isWorking
          ? vscode.l10n.t('Taking it over ends that process in the middle of its work.')
          : vscode.l10n.t('Taking it over ends that process.');
    case 'unknownWriter':
      return vscode.l10n.t(
        'Another program has written to it in the last 10 seconds. Two programs that continue one conversation lose parts of it: take it over only after the other one has ended.',
      );
  }
}
