import * as vscode from 'vscode';
import type { TimeGroup } from './grouping';
import type { HolderKind, RowState } from './sessionRow';

export const stateNames: Record<RowState, string> = {
  needsInput: vscode.l10n.t('needs your input'),
  running: vscode.l10n.t('running'),
  elsewhere: vscode.l10n.t('open elsewhere'),
  unread: vscode.l10n.t('finished, not read yet'),
  archived: vscode.l10n.t('archived'),
  open: vscode.l10n.t('open here'),
  idle: vscode.l10n.t('not open'),
};

export const placeNames: Record<HolderKind, string> = {
  terminal: vscode.l10n.t('open in a terminal'),
  window: vscode.l10n.t('open in another window'),
};

export const groupNames: Record<TimeGroup, string> = {
  needsInput: vscode.l10n.t('Needs you'),
  running: vscode.l10n.t('Running'),
  pinned: vscode.l10n.t('Pinned'),
  today: vscode.l10n.t('Today'),
  yesterday: vscode.l10n.t('Yesterday'),
  week: vscode.l10n.t('Last 7 days'),
  older: vscode.l10n.t('Older'),
  archived: vscode.l10n.t('Archived'),
};
