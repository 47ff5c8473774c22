import type { ToolContent } from '../mcp/tool';

/** Number of a client of the server, assigned when it connects. */
export type ConnectionId = number;

/** Position as in LSP: 0-based, with characters in UTF-16 units. */
interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Editor operations that the tools of the IDE server use. All paths are absolute. */
export interface IdePort {
  /** @throws UserError `file.absent` when there is no such file */
  openFile(request: OpenFileRequest): Promise<OpenedFile>;
  /**
   * Shows a proposal and waits for the user, without a time limit.
   * @param signal aborts when the diff is closed for the client, or the client is gone. Aborting is
   * not an answer, and a result after it reaches nobody
   */
  openDiff(request: DiffRequest, signal: AbortSignal): Promise<DiffAnswer>;
  /** @returns the selection in the focused editor; undefined if there is none */
  currentSelection(): EditorSelection | undefined;
  /** @returns the selection in the text editor that had the focus last */
  latestSelection(): EditorSelection | undefined;
  openEditors(): readonly EditorTab[];
  folders(): readonly WorkspaceFolder[];
  /**
   * Waits briefly for busy language servers, at most `limit` milliseconds.
   * @param path a file; if undefined, all files that have problems
   */
  diagnostics(path: string | undefined, limit: number): Promise<readonly FileDiagnostics[]>;
  /** @returns undefined if the file is not open */
  document(path: string): OpenDocument | undefined;
  /** @returns whether the file was saved; undefined if it is not open */
  save(path: string): Promise<boolean | undefined>;
  /**
   * Runs code in the open notebook. The user is asked each time.
   * @throws UserError with the reason why nothing can be run
   */
  executeCode(code: string, signal: AbortSignal): Promise<readonly ToolContent[]>;
}

export interface OpenFileRequest {
  readonly path: string;
  /** Whether to open the file in the preview tab. */
  readonly isPreview: boolean;
  /** Whether the editor gets the focus. */
  readonly isFrontmost: boolean;
  readonly select?: SelectedText;
}

/** Text to select: from the first match of one text to the end of the next match of another. */
export type SelectedText =
  | { readonly startText: string; readonly endText?: string; readonly toEndOfLine: boolean }
  /** Lines, 1-based and inclusive. */
  | { readonly startLine: number; readonly endLine?: number };

export interface OpenedFile {
  readonly languageId: string;
  readonly lineCount: number;
  /** Whether the text to select was found. */
  readonly isSelected: boolean;
}

export interface DiffRequest {
  /** Path of the file that would change; it need not exist. */
  readonly path: string;
  /** Proposed text, with LF line endings. */
  readonly contents: string;
  /** Name of the client's proposal, unique in its connection. */
  readonly tabName: string;
  /** Client's connection, for titles and messages. */
  readonly connection: ConnectionId;
}

export type DiffAnswer =
  /** Text of the right side, with LF line endings. */
  | { readonly kind: 'accepted'; readonly contents: string }
  /** Rejected by the user, or by closing the last tab of the proposal. */
  | { readonly kind: 'rejected' };

export interface EditorSelection {
  readonly path: string;
  readonly text: string;
  readonly range: Range;
}

export interface EditorTab {
  readonly uri: string;
  readonly label: string;
  readonly fileName: string;
  readonly languageId: string;
  readonly lineCount?: number;
  readonly isActive: boolean;
  readonly isPinned: boolean;
  readonly isPreview: boolean;
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
  readonly isGroupActive: boolean;
  readonly groupIndex: number;
  readonly viewColumn: number;
  readonly selection?: Range;
}

export interface WorkspaceFolder {
  readonly name: string;
  readonly path: string;
}

export interface FileDiagnostics {
  readonly path: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Diagnostic {
  readonly message: string;
  readonly severity: 'Error' | 'Warning' | 'Info' | 'Hint';
  readonly range: Range;
  readonly source?: string;
  readonly code?: string;
}

export interface OpenDocument {
  readonly isDirty: boolean;
  readonly isUntitled: boolean;
}
