import * as vscode from 'vscode';
import { findDocument } from './openDocuments';
import type { Problem } from './problemDelta';
import { type QuietOptions, quietAfterEvents } from './quiet';

/** Milliseconds: what one language server finds in a file is told in bursts. */
const usualQuiet = 150;

/** Errors and warnings of a file. */
export function problemsOf(uri: vscode.Uri): Problem[] {
  return vscode.languages.getDiagnostics(uri).flatMap(toProblem);
}

/** Errors and warnings that the editor knows of files, by path. */
export function allProblems(): Map<string, Problem[]> {
  return new Map(
    vscode.languages
      .getDiagnostics()
      .filter(([uri]) => uri.scheme === 'file')
      .map(([uri, diagnostics]) => [uri.fsPath, diagnostics.flatMap(toProblem)]),
  );
}

/** What a compiler calls it: `2322`, `no-unused-vars`. */
export function codeOf({ code }: vscode.Diagnostic): string | undefined {
  const value = typeof code === 'object' ? code.value : code;
  return value === undefined || value === '' ? undefined : String(value);
}

/** Whether a language server looks at a file again when it changes on disk. */
export function isFollowed(uri: vscode.Uri): boolean {
  return findDocument(uri) !== undefined;
}

/** Until the language servers have told what they find in a file, and have been quiet for a moment. */
export function diagnosticsSettled(
  uri: vscode.Uri,
  { quiet = usualQuiet, ...options }: Omit<QuietOptions, 'quiet'> & { readonly quiet?: number },
): Promise<void> {
  const address = uri.toString();
  return quietAfterEvents(
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
