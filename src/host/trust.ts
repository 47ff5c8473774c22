import * as vscode from 'vscode';
import { UserError } from '../base/errors';

export function isTrusted(): boolean {
  return vscode.workspace.isTrusted;
}

/** @throws UserError `trust.required` */
export function requireTrust(): void {
  if (!isTrusted()) {
    throw new UserError(
      'trust.required',
      vscode.l10n.t('Tandem starts nothing in a workspace that is not trusted.'),
    );
  }
}
