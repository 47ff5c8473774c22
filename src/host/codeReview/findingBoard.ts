import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { ContextKey } from '../contextKey';
import { reviewSource } from '../contributed';
import { commentBody } from '../nativeText/commentBody';
import { linesText, lineText } from '../nativeText/neutral';
import type { Severity } from './findingSchema';
import type { Finding } from './findings';
import { type Lines, movedLines } from './movedLines';

/** The `when` clauses of the manifest name it, too. */
const controllerId = 'tandem.review';

/** Finding that is shown at its lines, which move with edits. */
export interface ShownFinding {
  /** Stands for it in the arguments of commands. */
  readonly id: string;
  readonly finding: Finding;
  readonly uri: vscode.Uri;
  /** Where the lines are now. */
  readonly lines: Lines;
}

interface Entry extends ShownFinding {
  lines: Lines;
  readonly thread: vscode.CommentThread;
}

/** Shows findings as comments on lines and in the Problems view. */
export class FindingBoard implements Disposable {
  private readonly store = new DisposableStore();
  private readonly controller: vscode.CommentController;
  private readonly problems: vscode.DiagnosticCollection;
  private readonly hasFindings = new ContextKey('tandem:hasFindings');
  private entries: Entry[] = [];

  constructor() {
    const title = vscode.l10n.t('Tandem Review');
    this.controller = this.store.add(vscode.comments.createCommentController(controllerId, title));
    this.problems = this.store.add(vscode.languages.createDiagnosticCollection(controllerId));
    this.store.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) =>
        this.move(document.uri, contentChanges),
      ),
    );
  }

  get all(): readonly ShownFinding[] {
    return this.entries;
  }

  /** Finds a finding by its id, or by the comment that a menu passes to its command. */
  named(target: unknown): ShownFinding | undefined {
    return this.entries.find(({ id, thread }) => id === target || thread === target);
  }

  at(uri: vscode.Uri, line: number): readonly ShownFinding[] {
    const wanted = uri.toString();
    return this.entries.filter(
      ({ uri: own, lines: { start, end } }) =>
        own.toString() === wanted && start <= line && line <= end,
    );
  }

  /** Replaces all findings that are shown. */
  show(findings: readonly Finding[]): void {
    this.clear();
    this.entries = findings.map(finding => {
      const uri = vscode.Uri.file(finding.path);
      const { start, end } = finding;
      const id = randomUUID();
      return { id, finding, uri, lines: { start, end }, thread: this.createThread(uri, finding) };
    });
    this.publish(this.entries);
  }

  remove(shown: ShownFinding): void {
    const entry = this.entries.find(({ id }) => id === shown.id);
    if (entry) {
      this.entries = this.entries.filter(one => one !== entry);
      entry.thread.dispose();
      this.publish([entry]);
    }
  }

  clear(): void {
    for (const { thread } of this.entries) {
      thread.dispose();
    }
    this.entries = [];
    this.problems.clear();
    this.hasFindings.set(false);
  }

  dispose(): void {
    this.clear();
    this.store.dispose();
  }

  private createThread(uri: vscode.Uri, finding: Finding): vscode.CommentThread {
    const { start, end, severity, title, reason, suggestion } = finding;
    const caption =
      suggestion === ''
        ? vscode.l10n.t('Suggestion: remove these lines.')
        : vscode.l10n.t('Suggestion:');
    const code = suggestion === undefined ? undefined : { caption, text: suggestion };
    const thread = this.controller.createCommentThread(uri, rangeOf({ start, end }), [
      {
        author: { name: reviewSource },
        body: commentBody({ title, text: reason, code }),
        mode: vscode.CommentMode.Preview,
      },
    ]);
    thread.canReply = false;
    thread.label = lineText(severityLabel(severity));
    thread.contextValue = suggestion === undefined ? 'finding' : 'finding suggestion';
    thread.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
    return thread;
  }

  /** VS Code moves neither the ranges of comments nor those of problems that are set again. */
  private move(uri: vscode.Uri, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    const changed = uri.toString();
    const moved = this.entries.filter(entry => {
      if (entry.uri.toString() !== changed) {
        return false;
      }
      const { start, end } = entry.lines;
      entry.lines = movedLines(entry.lines, changes);
      return entry.lines.start !== start || entry.lines.end !== end;
    });
    for (const { thread, lines } of moved) {
      thread.range = rangeOf(lines);
    }
    this.publish(moved);
  }

  private publish(changed: readonly Entry[]): void {
    for (const wanted of new Set(changed.map(({ uri }) => uri.toString()))) {
      const entries = this.entries.filter(({ uri }) => uri.toString() === wanted);
      this.problems.set(vscode.Uri.parse(wanted), entries.map(problemOf));
    }
    this.hasFindings.set(this.entries.length > 0);
  }
}

function problemOf({ finding, lines }: Entry): vscode.Diagnostic {
  const { severity, title, reason } = finding;
  const message = linesText(reason === '' ? title : `${title}\n${reason}`);
  const problem = new vscode.Diagnostic(rangeOf(lines), message, diagnosticSeverity[severity]);
  problem.source = reviewSource;
  return problem;
}

/** The end of a line is far beyond its text, which VS Code shortens to it. */
function rangeOf({ start, end }: Lines): vscode.Range {
  return new vscode.Range(start, 0, end, Number.MAX_SAFE_INTEGER);
}

const diagnosticSeverity: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  info: vscode.DiagnosticSeverity.Information,
  hint: vscode.DiagnosticSeverity.Hint,
};

function severityLabel(severity: Severity): string {
  switch (severity) {
    case 'error':
      return vscode.l10n.t('Error');
    case 'warning':
      return vscode.l10n.t('Warning');
    case 'info':
      return vscode.l10n.t('Information');
    case 'hint':
      return vscode.l10n.t('Hint');
  }
}
