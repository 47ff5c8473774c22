import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Log } from '../../base/log';
import { proposalScheme } from '../contributed';
import { findDocument, findNotebook } from '../editor/openDocuments';
import type { ProposalPair } from './proposalDocuments';

/** Where a proposal is opened: as the setting says, or in front because the user asked for it. */
export type Placement = 'background' | 'beside' | 'focus';

const mostAttempts = 20;
/** Milliseconds. */
const attemptEvery = 50;

export async function openTab(
  { left, right, isNotebook }: ProposalPair,
  title: string,
  placement: Placement,
): Promise<void> {
  const focused = vscode.window.tabGroups.activeTabGroup;
  const options = {
    viewColumn: columnFor(right, placement),
    preserveFocus: placement !== 'focus',
    preview: false,
    // Two options that commands take and the API does not declare: the plain text diff for files
    // that have an editor of their own, and a tab behind the active one.
    ...(isNotebook ? {} : { override: true }),
    ...(placement === 'background' && focused.tabs.length > 0 ? { background: true } : {}),
  };
  try {
    await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
  } catch (error) {
    // Somebody has moved the tab while its sides were still compared: it is open all the same.
    if (tabsOf(right).length === 0) {
      throw error;
    }
  }
}

/** All proposals share one column: where the first one is, else beside what the user works on. */
function columnFor(right: vscode.Uri, placement: Placement): vscode.ViewColumn {
  const { activeTabGroup, all } = vscode.window.tabGroups;
  const own = all.find(group => group.tabs.some(tab => isTabOf(tab, right)));
  const shared = own ?? all.find(group => group.tabs.some(tab => proposalOf(tab)));
  const isEmpty = activeTabGroup.tabs.length === 0;
  if (!shared) {
    return isEmpty || placement === 'background'
      ? vscode.ViewColumn.Active
      : vscode.ViewColumn.Beside;
  }
  // The same column by another name: a column that is given by number becomes the active one,
  // whatever `preserveFocus` says, and the chat would no longer be in front.
  const isNext = shared.viewColumn === activeTabGroup.viewColumn + 1;
  return isNext && placement === 'beside' ? vscode.ViewColumn.Beside : shared.viewColumn;
}

/** Closes every tab of this right side, and no other, without a question about unsaved text. */
export async function closeTabs(right: vscode.Uri, log: Log): Promise<void> {
  if (!(await saveQuietly(right))) {
    log.warn(`The proposal for ${right.path} could not be saved and stays open`);
    return;
  }
  const tabs = tabsOf(right);
  if (tabs.length > 0 && !(await vscode.window.tabGroups.close(tabs, true))) {
    log.warn(`VS Code did not close the proposal for ${right.path}`);
  }
}

/** It is saved into our memory only, and what is saved closes unasked. */
async function saveQuietly(right: vscode.Uri): Promise<boolean> {
  const document = findDocument(right) ?? findNotebook(right);
  for (let attempt = 0; document?.isDirty && attempt < mostAttempts; attempt += 1) {
    // Is refused while an automatic save of the same document runs.
    if (!(await document.save())) {
      await delay(attemptEvery);
    }
  }
  return !document?.isDirty;
}

export function tabsOf(right: vscode.Uri): vscode.Tab[] {
  return allTabs().filter(tab => isTabOf(tab, right));
}

export function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(group => group.tabs);
}

/** The right side that a tab shows, when it shows a proposal. */
export function proposalOf(tab: vscode.Tab | undefined): vscode.Uri | undefined {
  const input = tab?.input;
  const uri =
    input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff
      ? input.modified
      : input instanceof vscode.TabInputText || input instanceof vscode.TabInputNotebook
        ? input.uri
        : undefined;
  return uri?.scheme === proposalScheme ? uri : undefined;
}

function isTabOf(tab: vscode.Tab, right: vscode.Uri): boolean {
  return proposalOf(tab)?.toString() === right.toString();
}
