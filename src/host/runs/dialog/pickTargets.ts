import { basename } from 'node:path';
import * as vscode from 'vscode';
import { selectedLines } from '../../editor/selectedLines';
import { nativeUi } from '../../nativeText/nativeUi';
import { openFiles, type TargetFinder, type TargetSet } from '../targets/targetFinder';

type Choice = 'editor' | 'open' | 'changed' | 'files' | 'folder' | 'search' | 'alone';

/** Lets the user say what a prompt runs on. @returns undefined if they cancel */
export async function pickTargets(
  finder: TargetFinder,
  title: string,
  search: () => Promise<readonly string[]>,
): Promise<TargetSet | undefined> {
  // Without an answer of git, its row is missing.
  const none: TargetSet = { targets: [], withheld: 0 };
  const changed = await finder.changed().catch(() => none);
  const picked = await nativeUi.showQuickPick(rows(changed.targets.length), {
    title,
    placeHolder: vscode.l10n.t('On what should it run?'),
    matchOnDescription: true,
  });
  switch (picked?.choice) {
    case 'editor': {
      const editor = vscode.window.activeTextEditor;
      return editor && finder.ofEditor(editor);
    }
    case 'open':
      return finder.open();
    case 'changed':
      return changed;
    case 'files':
      return ofDialog(finder, false);
    case 'folder':
      return ofDialog(finder, true);
    case 'search':
      return finder.ofPaths(await search());
    case 'alone':
      return finder.alone();
    default:
      return undefined;
  }
}

function rows(changed: number) {
  const row = (choice: Choice, icon: string, label: string, description?: string) => ({
    ...{ choice, label, iconPath: new vscode.ThemeIcon(icon) },
    ...(description === undefined ? {} : { description }),
  });
  const editor = vscode.window.activeTextEditor;
  const isOwn = editor && /^(?:file|untitled)$/.test(editor.document.uri.scheme);
  const open = openFiles().length;
  return [
    ...(isOwn ? [row('editor', 'selection', ...editorTexts(editor))] : []),
    ...(changed > 0
      ? [row('changed', 'git-compare', vscode.l10n.t('Changed Files'), String(changed))]
      : []),
    ...(open > 1
      ? [row('open', 'files', vscode.l10n.t('Files of Open Editors'), String(open))]
      : []),
    row('files', 'file', vscode.l10n.t('Choose Files…')),
    row('folder', 'folder', vscode.l10n.t('All Files of a Folder…')),
    row('search', 'search', vscode.l10n.t('Files of the Search Results')),
    row('alone', 'root-folder', vscode.l10n.t('No File'), vscode.l10n.t('the prompt alone, once')),
  ];
}

function editorTexts({ document, selection }: vscode.TextEditor): [string, string] {
  const name = basename(document.uri.path);
  const lines = selectedLines(selection);
  if (!lines) {
    return [vscode.l10n.t('File in Front'), name];
  }
  const { start, end } = lines;
  const place =
    start === end
      ? vscode.l10n.t('{0}, line {1}', name, start + 1)
      : vscode.l10n.t('{0}, lines {1}–{2}', name, start + 1, end + 1);
  return [vscode.l10n.t('Selection'), place];
}

async function ofDialog(finder: TargetFinder, isFolder: boolean): Promise<TargetSet | undefined> {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  const picked = await vscode.window.showOpenDialog({
    canSelectMany: true,
    canSelectFiles: !isFolder,
    canSelectFolders: isFolder,
    openLabel: vscode.l10n.t('Run on These'),
    ...(first ? { defaultUri: first.uri } : {}),
  });
  return picked && finder.ofPaths(picked.map(({ fsPath }) => fsPath));
}
