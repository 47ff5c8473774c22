import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { OpenedFile, OpenFileRequest } from '../../terminalServer/editor/idePort';
import { findSelection } from './findSelection';

/**
 * Shows a file in an editor.
 * @throws UserError `file.absent` if there is no such file
 */
export async function showFile({
  path,
  isPreview,
  isFrontmost,
  select,
}: OpenFileRequest): Promise<OpenedFile> {
  const uri = vscode.Uri.file(path);
  const found = await vscode.workspace.fs.stat(uri).then(
    stat => stat,
    () => undefined,
  );
  if (!found || found.type & vscode.FileType.Directory) {
    throw new UserError('file.absent', found ? `${path} is a folder.` : `${path} does not exist.`);
  }
  const options = { preview: isPreview, preserveFocus: !isFrontmost };
  const document = await documentOf(uri);
  if (!document) {
    await vscode.commands.executeCommand('vscode.open', uri, options);
    return { languageId: '', lineCount: 0, isSelected: false };
  }
  const span = select && findSelection(document.getText(), select);
  const range =
    span && new vscode.Range(document.positionAt(span.start), document.positionAt(span.end));
  await vscode.window.showTextDocument(document, {
    ...options,
    ...(range ? { selection: range } : {}),
  });
  const { languageId, lineCount } = document;
  return { languageId, lineCount, isSelected: range !== undefined };
}

/**
 * Opens a file as text.
 * @returns undefined for binary files, and for notebooks, which have an editor of their own
 */
async function documentOf(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  if (uri.path.toLowerCase().endsWith('.ipynb')) {
    return undefined;
  }
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    // The file is binary, or too large to open as text.
    return undefined;
  }
}
