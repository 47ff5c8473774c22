import * as vscode from 'vscode';
import { type DebounceOptions, debounceUntilIdle } from './debounceUntilIdle';
import { findDocument } from './openDocuments';
import type { Problem } from './problemDelta';

/** Milliseconds. A language server publishes a file's diagnostics in bursts. */
const usualQuiet = 150;

/** Returns the errors and warnings of a file. */
export function problemsOf(uri: vscode.Uri): Problem[] {
  return vscode.languages.getDiagnostics(uri).flatMap(toProblem);
}

/** Returns the errors and warnings of all files that the editor knows, by path. */
export function allProblems(): Map<string, Problem[]> {
  return new Map(
    vscode.languages
      .getDiagnostics()
      .filter(([uri]) => uri.scheme === 'file')
      .map(([uri, diagnostics]) => [uri.fsPath, diagnostics.flatMap(toProblem)]),
  );
}

/** Returns the diagnostic's code, such as `2322` or `no-unused-vars`. */
export function codeOf({ code }: vscode.Diagnostic): string | undefined {
  const value = typeof code === 'object' ? code.value : code;
  return value === undefined || value === '' ? undefined : String(value);
}

/** Returns whether language servers re-check a file when it changes on disk. */
export function isFollowed(uri: vscode.Uri): boolean {
  return findDocument(uri) !== undefined;
}

/** Resolves when language servers have reported on a file and then been quiet for a moment. */
export function diagnosticsSettled(
  uri: vscode.Uri,
  { quiet = usualQuiet, ...options }: Omit<DebounceOptions, 'quiet'> & { readonly quiet?: number },
): Promise<void> {
  const address = uri.toString();
  return debounceUntilIdle(
    listener =>
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some(one => one.toString() === address)) {
          listener();
        }
      }),
    { quiet, ...options },
  );
}

function toProblem(diagnostic: vscode.Diagnostic): Problem[] {
  const { severity, message, range, source } = diagnostic;
  if (severity > vscode.DiagnosticSeverity.Warning) {
    return [];
  }
  const code = codeOf(diagnostic);
  return [
    {
      severity: severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning',
      message,
      line: range.start.line + 1,
      ...(source ? { source } : {}),
      ...(code === undefined ? {} : { code }),
    },
  ];
}
