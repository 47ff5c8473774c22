import * as vscode from 'vscode';
import { UserError } from '../base/errors';

/** @throws UserError `trust.required` */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(
      'trust.required',
      vscode.l10n.t('Tandem starts nothing in a workspace that is not trusted.'),
    );
  }
}
