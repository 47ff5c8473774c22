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

/** One diff that a client has asked for. The test is the user. */
export interface ShownDiff extends DiffRequest {
  readonly signal: AbortSignal;
  answer(answer: DiffAnswer): void;
}

/** An editor without a window: what it knows is set by the test, what it is asked is kept. */
export class ScriptedEditor implements IdePort {
  readonly opened: OpenFileRequest[] = [];
  readonly diffs: ShownDiff[] = [];
  /** By path. */
  readonly documents = new Map<string, OpenDocument>();
  readonly problems = new Map<string, FileDiagnostics>();
  readonly diagnosticsAsked: (string | undefined)[] = [];
  readonly saved: string[] = [];
  readonly executed: string[] = [];
  selection: EditorSelection | undefined;
  tabs: readonly EditorTab[] = [];
  workspace: readonly WorkspaceFolder[] = [];
  output: readonly ToolContent[] = [];
  /** What is awaited before problems are told. */
  languageServer: Promise<void> = Promise.resolve();
  private readonly waiters = new Set<() => void>();

  async openFile(request: OpenFileRequest) {
    if (request.path.endsWith('absent.ts')) {
      throw new UserError('absent', `There is no ${request.path}.`);
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

  /** The diff with this number since the start. */
  async diff(index: number): Promise<ShownDiff> {
    await this.until(() => this.diffs.length > index);
    const diff = this.diffs[index];
    if (!diff) throw new Error('It was there just now.');
    return diff;
  }

  /** Resolves when this is so; looked at whenever a diff opens or is closed, or problems are asked for. */
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
    if (this.output.length === 0) throw new UserError('notebook', 'No notebook is open.');
    return this.output;
  }

  private wake(): void {
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const wake of waiters) wake();
  }
}
