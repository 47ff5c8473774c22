import type { ToolContent } from '../mcp/tool';

/** A client of the server, by the number that it got when it connected. */
export type ConnectionId = number;

/** 0-based, as in LSP; characters are UTF-16 units. */
interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** What the tools of the IDE server do with the editor. All paths are absolute. */
export interface IdePort {
  /** @throws UserError `absent` when there is no such file */
  openFile(request: OpenFileRequest): Promise<OpenedFile>;
  /**
   * Shows a proposal and waits for the user, as long as they take.
   * @param signal aborts when the diff is closed for the client, or the client is gone: that is
   *   nobody's answer, and what is returned then reaches nobody
   */
  openDiff(request: DiffRequest, signal: AbortSignal): Promise<DiffAnswer>;
  /** Of the editor that has the focus; undefined when there is none. */
  currentSelection(): EditorSelection | undefined;
  /** Of the text editor that had the focus last. */
  latestSelection(): EditorSelection | undefined;
  openEditors(): readonly EditorTab[];
  folders(): readonly WorkspaceFolder[];
  /**
   * @param path of one file; all files that have problems when absent. Waits a little for language
   *   servers that are at it, never longer than `limit` milliseconds
   */
  diagnostics(path: string | undefined, limit: number): Promise<readonly FileDiagnostics[]>;
  /** Undefined when the file is not open. */
  document(path: string): OpenDocument | undefined;
  /** @returns whether it was saved; undefined when it is not open */
  save(path: string): Promise<boolean | undefined>;
  /** Asks the user each time. @throws UserError that says why nothing can be run */
  executeCode(code: string, signal: AbortSignal): Promise<readonly ToolContent[]>;
}

export interface OpenFileRequest {
  readonly path: string;
  /** In the one tab for files that are only looked at. */
  readonly isPreview: boolean;
  /** Gets the focus. */
  readonly isFrontmost: boolean;
  readonly select?: SelectedText;
}

/** What is selected: from the first place of one text to the end of the first place of another after it. */
export type SelectedText =
  | { readonly startText: string; readonly endText?: string; readonly toEndOfLine: boolean }
  /** 1-based, both included. */
  | { readonly startLine: number; readonly endLine?: number };

export interface OpenedFile {
  readonly languageId: string;
  readonly lineCount: number;
  /** What was asked to be selected was found. */
  readonly isSelected: boolean;
}

export interface DiffRequest {
  /** The file that would change; need not exist. */
  readonly path: string;
  /** With LF line ends. */
  readonly contents: string;
  /** Names the client's proposal, and is unique in its connection. */
  readonly tabName: string;
  /** Of the client, for titles and messages. */
  readonly connection: ConnectionId;
}

export type DiffAnswer =
  /** With LF line ends: what the right side says. */
  | { readonly kind: 'accepted'; readonly contents: string }
  /** By the user, or because they have closed its last tab. */
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
