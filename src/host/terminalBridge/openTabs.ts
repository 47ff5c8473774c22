import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { EditorTab } from '../../terminalServer/editor/idePort';
import { findDocument } from '../editor/openDocuments';
import { toRange } from './toRange';

/** Lists the tabs of files, in the window's order. */
export function openTabs(): EditorTab[] {
  const { all, activeTabGroup } = vscode.window.tabGroups;
  return all.flatMap((group, groupIndex) =>
    group.tabs.flatMap(tab => {
      const uri = uriOf(tab);
      return uri ? [toEditorTab(tab, uri, groupIndex, group === activeTabGroup)] : [];
    }),
  );
}

function toEditorTab(
  tab: vscode.Tab,
  uri: vscode.Uri,
  groupIndex: number,
  isGroupActive: boolean,
): EditorTab {
  const document = findDocument(uri);
  const wanted = uri.toString();
  const editor = vscode.window.visibleTextEditors.find(
    one => one.document.uri.toString() === wanted && one.viewColumn === tab.group.viewColumn,
  );
  return {
    uri: uri.toString(),
    label: tab.label,
    fileName: uri.scheme === 'file' ? uri.fsPath : basename(uri.path),
    languageId: document?.languageId ?? '',
    ...(document ? { lineCount: document.lineCount } : {}),
    isActive: tab.isActive,
    isPinned: tab.isPinned,
    isPreview: tab.isPreview,
    isDirty: tab.isDirty,
    isUntitled: uri.scheme === 'untitled',
    isGroupActive,
    groupIndex,
    viewColumn: tab.group.viewColumn,
    ...(editor ? { selection: toRange(editor.selection) } : {}),
  };
}

function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  if (input instanceof vscode.TabInputTextDiff || input instanceof vscode.TabInputNotebookDiff) {
    return input.modified;
  }
  return input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputCustom
    ? input.uri
    : undefined;
}
