import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Log } from '../../base/log';
import { proposalScheme } from '../contributed';
import { findDocument, findNotebook } from '../editor/openDocuments';
import { lineText } from '../nativeText/neutral';
import type { ProposalPair } from './proposalDocuments';

/** Placement of a proposal: as set in the settings, or in front at the user's request. */
export type Placement = 'background' | 'beside' | 'focus';

const mostAttempts = 20;
/** Milliseconds between attempts. */
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
    // Options that the commands accept but the API does not declare: the plain text diff for files
    // with a custom editor, and a tab behind the active one.
    ...(isNotebook ? {} : { override: true }),
    ...(placement === 'background' && focused.tabs.length > 0 ? { background: true } : {}),
  };
  try {
    await vscode.commands.executeCommand('vscode.diff', left, right, lineText(title), options);
  } catch (error) {
    // The tab is open even so if the user moved it while its sides were still being compared.
    if (tabsOf(right).length === 0) {
      throw error;
    }
  }
}

/** Finds the column shared by all proposals: that of the first, else beside the user's. */
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
  // `Beside` names the same column. A column given by number would become the active one, whatever
  // `preserveFocus` says, and the chat would no longer be in front.
  const isNext = shared.viewColumn === activeTabGroup.viewColumn + 1;
  return isNext && placement === 'beside' ? vscode.ViewColumn.Beside : shared.viewColumn;
}

/** Closes only the tabs of this right side, without asking about unsaved text. */
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

/** Saves into our memory only, so that VS Code closes the tab without asking. */
async function saveQuietly(right: vscode.Uri): Promise<boolean> {
  const document = findDocument(right) ?? findNotebook(right);
  for (let attempt = 0; document?.isDirty && attempt < mostAttempts; attempt += 1) {
    // `save` is refused while the same document is being saved automatically.
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

/** Returns the right side that a tab shows, if it shows a proposal. */
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
