import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { deepEqual } from '../../base/json';
import type { Diagnostic, FileDiagnostics } from '../../terminalServer/editor/idePort';
import { codeOf, diagnosticsSettled, isFollowed } from '../editor/diagnostics';
import { toRange } from './toRange';

/** Milliseconds after which no client still asks what an edit has caused. */
const longAgo = 10_000;
/** Maximum number of diagnostics of one file. */
const mostProblems = 500;

const severities: Record<vscode.DiagnosticSeverity, Diagnostic['severity']> = {
  [vscode.DiagnosticSeverity.Error]: 'Error',
  [vscode.DiagnosticSeverity.Warning]: 'Warning',
  [vscode.DiagnosticSeverity.Information]: 'Info',
  [vscode.DiagnosticSeverity.Hint]: 'Hint',
};

interface Asked {
  readonly at: number;
  readonly before: readonly Diagnostic[];
}

/**
 * Reports the diagnostics of language servers. A client asks for one file just before it writes it,
 * and for all files just after. The second answer waits until the servers have checked what was
 * written.
 */
export class EditorProblems {
  /** Files that were asked for and not checked again since, by URI. */
  private readonly asked = new Map<string, Asked>();

  constructor(private readonly clock: Clock) {}

  ofFile(path: string): FileDiagnostics {
    const uri = vscode.Uri.file(path);
    const diagnostics = problemsOf(uri);
    // Language servers re-check open files only, so waiting for another would be in vain.
    if (isFollowed(uri)) {
      this.asked.set(uri.toString(), { at: this.clock.now(), before: diagnostics });
    }
    return { path, diagnostics };
  }

  /** @param limit milliseconds */
  async ofAll(limit: number): Promise<FileDiagnostics[]> {
    const now = this.clock.now();
    await Promise.all(
      [...this.asked].map(([key, { at, before }]) =>
        now - at < longAgo ? this.settled(key, before, limit) : this.asked.delete(key),
      ),
    );
    return vscode.languages
      .getDiagnostics()
      .filter(([uri, found]) => uri.scheme === 'file' && found.length > 0)
      .map(([uri]) => ({ path: uri.fsPath, diagnostics: problemsOf(uri) }));
  }

  private async settled(key: string, before: readonly Diagnostic[], limit: number): Promise<void> {
    const uri = vscode.Uri.parse(key, true);
    const hasBegun = !deepEqual(problemsOf(uri), before);
    await diagnosticsSettled(uri, { hasBegun, limit, clock: this.clock });
    this.asked.delete(key);
  }
}

function problemsOf(uri: vscode.Uri): Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).slice(0, mostProblems).map(toDiagnostic);
}

function toDiagnostic(diagnostic: vscode.Diagnostic): Diagnostic {
  const { message, severity, range, source } = diagnostic;
  const code = codeOf(diagnostic);
  return {
    message,
    severity: severities[severity],
    range: toRange(range),
    ...(source ? { source } : {}),
    ...(code === undefined ? {} : { code }),
  };
}
