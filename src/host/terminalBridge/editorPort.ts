import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type {
  DiffAnswer,
  DiffRequest,
  EditorSelection,
  EditorTab,
  FileDiagnostics,
  IdePort,
  OpenDocument,
  OpenedFile,
  OpenFileRequest,
  WorkspaceFolder,
} from '../../terminalServer/editor/idePort';
import type { ToolContent } from '../../terminalServer/mcp/tool';
import { findDocument, findNotebook } from '../editor/openDocuments';
import type { Sharing } from '../sharing/sharing';
import { EditorProblems } from './editorProblems';
import { NotebookCode } from './notebookCode';
import { openTabs } from './openTabs';
import type { SelectionWatch } from './selectionWatch';
import { showFile } from './showFile';
import type { TerminalDiffs } from './terminalDiffs';

/** Editor as agents in terminals use it. */
export class EditorPort implements IdePort {
  private readonly problems: EditorProblems;
  private readonly code: NotebookCode;

  constructor(
    private readonly diffs: TerminalDiffs,
    private readonly selections: SelectionWatch,
    private readonly sharing: Pick<Sharing, 'denies'>,
    clock: Clock,
  ) {
    this.problems = new EditorProblems(clock);
    this.code = new NotebookCode(clock);
  }

  openFile(request: OpenFileRequest): Promise<OpenedFile> {
    return showFile(request);
  }

  openDiff(request: DiffRequest, signal: AbortSignal): Promise<DiffAnswer> {
    return this.diffs.open(request, signal);
  }

  currentSelection(): EditorSelection | undefined {
    return this.selections.current();
  }

  latestSelection(): EditorSelection | undefined {
    return this.selections.latest();
  }

  openEditors(): readonly EditorTab[] {
    return openTabs();
  }

  folders(): readonly WorkspaceFolder[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    return folders.map(({ name, uri }) => ({ name, path: uri.fsPath }));
  }

  async diagnostics(path: string | undefined, limit: number): Promise<readonly FileDiagnostics[]> {
    const files =
      path === undefined ? await this.problems.ofAll(limit) : [this.problems.ofFile(path)];
    // Messages may quote the text of files that the user's rules deny.
    const denied = await Promise.all(files.map(file => this.sharing.denies(file.path)));
    return files.filter((_, index) => !denied[index]);
  }

  document(path: string): OpenDocument | undefined {
    const found = openAt(path);
    return found && { isDirty: found.isDirty, isUntitled: found.isUntitled };
  }

  async save(path: string): Promise<boolean | undefined> {
    return openAt(path)?.save();
  }

  executeCode(code: string, signal: AbortSignal): Promise<readonly ToolContent[]> {
    return this.code.run(code, signal);
  }
}

function openAt(path: string): vscode.TextDocument | vscode.NotebookDocument | undefined {
  const uri = vscode.Uri.file(path);
  return findDocument(uri) ?? findNotebook(uri);
}
