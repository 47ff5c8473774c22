import { UserError } from '../../../src/base/errors';
import type {
  DiffAnswer,
  DiffRequest,
  EditorSelection,
  EditorTab,
  FileDiagnostics,
  IdePort,
  OpenDocument,
  OpenFileRequest,
  WorkspaceFolder,
} from '../../../src/terminalServer/editor/idePort';
import type { ToolContent } from '../../../src/terminalServer/mcp/tool';

/** A diff that a client has requested. The test plays the user. */
export interface ShownDiff extends DiffRequest {
  readonly signal: AbortSignal;
  answer(answer: DiffAnswer): void;
}

/** An editor without a window: tests set its state, and it records requests. */
export class ScriptedEditor implements IdePort {
  readonly opened: OpenFileRequest[] = [];
  readonly diffs: ShownDiff[] = [];
  /** Open documents by path. */
  readonly documents = new Map<string, OpenDocument>();
  readonly problems = new Map<string, FileDiagnostics>();
  readonly diagnosticsAsked: (string | undefined)[] = [];
  readonly saved: string[] = [];
  readonly executed: string[] = [];
  selection: EditorSelection | undefined;
  tabs: readonly EditorTab[] = [];
  workspace: readonly WorkspaceFolder[] = [];
  output: readonly ToolContent[] = [];
  /** Diagnostics are reported after this promise. */
  languageServer: Promise<void> = Promise.resolve();
  private readonly waiters = new Set<() => void>();

  async openFile(request: OpenFileRequest) {
    if (request.path.endsWith('absent.ts')) {
      throw new UserError('file.absent', `There is no ${request.path}.`);
    }
    this.opened.push(request);
    const select = request.select;
    const isSelected = !(select && 'startText' in select && select.startText === 'nowhere');
    return { languageId: 'typescript', lineCount: 12, isSelected };
  }

  openDiff(request: DiffRequest, signal: AbortSignal): Promise<DiffAnswer> {
    return new Promise(answer => {
      this.diffs.push({ ...request, signal, answer });
      this.wake();
      signal.addEventListener('abort', () => this.wake());
    });
  }

  /** Returns the diff with this index since the start. */
  async diff(index: number): Promise<ShownDiff> {
    await this.until(() => this.diffs.length > index);
    const diff = this.diffs[index];
    if (!diff) throw new Error('It was there just now.');
    return diff;
  }

  /**
   * Resolves when the condition holds; checked when a diff opens or closes or diagnostics are read.
   */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>(resolve => this.waiters.add(resolve));
    }
  }

  currentSelection() {
    return this.selection;
  }

  latestSelection() {
    return this.selection;
  }

  openEditors() {
    return this.tabs;
  }

  folders() {
    return this.workspace;
  }

  async diagnostics(path: string | undefined) {
    this.diagnosticsAsked.push(path);
    this.wake();
    await this.languageServer;
    if (path === undefined) return [...this.problems.values()];
    const found = this.problems.get(path);
    return found ? [found] : [];
  }

  document(path: string) {
    return this.documents.get(path);
  }

  async save(path: string) {
    if (!this.documents.has(path)) return undefined;
    this.saved.push(path);
    return true;
  }

  async executeCode(code: string) {
    this.executed.push(code);
    if (this.output.length === 0) throw new UserError('notebook.none', 'No notebook is open.');
    return this.output;
  }

  private wake(): void {
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const wake of waiters) wake();
  }
}
