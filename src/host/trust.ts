import * as vscode from 'vscode';
import { UserError } from '../base/errors';

/** @throws UserError `untrusted` */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) {
    throw new UserError(
      'untrusted',
      vscode.l10n.t('Tandem starts nothing in a workspace that is not trusted.'),
    );
  }
}
