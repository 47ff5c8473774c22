import * as vscode from 'vscode';
import type { PermissionMode } from '../contract/content';

export const modeLabels: Record<PermissionMode, string> = {
  default: vscode.l10n.t('Manual'),
  acceptEdits: vscode.l10n.t('Edit automatically'),
  plan: vscode.l10n.t('Plan'),
  auto: vscode.l10n.t('Auto'),
  dontAsk: vscode.l10n.t("Don't ask"),
  bypassPermissions: vscode.l10n.t('Bypass permissions'),
};
