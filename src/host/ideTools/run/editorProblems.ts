import { relative } from 'node:path';
import * as vscode from 'vscode';
import type { Problem } from '../../edits/openFiles/problemReport';
import type { ProblemMap } from './problemChange';

/** All errors and warnings that the editor knows of files. */
export function allProblems(): ProblemMap {
  return new Map(
    vscode.languages
      .getDiagnostics()
      .filter(([uri]) => uri.scheme === 'file')
      .map(([uri, diagnostics]) => [uri.fsPath, diagnostics.flatMap(toProblem)]),
  );
}

/** A path as the agent is told of it: relative within its folder. */
export function toldPath(cwd: string): (path: string) => string {
  return path => {
    const way = relative(cwd, path);
    return way.startsWith('..') ? path : way;
  };
}

function toProblem({ severity, message, range, source }: vscode.Diagnostic): Problem[] {
  if (severity > vscode.DiagnosticSeverity.Warning) {
    return [];
  }
  return [
    {
      severity: severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning',
      message,
      line: range.start.line + 1,
      ...(source ? { source } : {}),
    },
  ];
}
