import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { deepEqual } from '../../../base/json';
import type { ProblemDelta } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';
import type { FileFindings } from '../../channels/ports';
import { newProblems, type Problem, problemDelta, problemReport } from './problemReport';
import { quietAfterEvents } from './quiet';

/** Milliseconds: what one language service needs for a file is told in bursts. */
const quiet = 150;
const limit = 1_000;

export interface FileProblemsOptions {
  /** Read anew for each call. */
  tellsAgent(): boolean;
  readonly clock: Clock;
}

/** Compares what the editor finds wrong in a file before an edit with what it finds after it. */
export class FileProblems {
  private readonly before = new Map<ToolCallId, ReadonlyMap<string, readonly Problem[]>>();

  constructor(private readonly options: FileProblemsOptions) {}

  remember(tool: ToolCallId, paths: readonly string[]): void {
    if (paths.length > 0) {
      this.before.set(tool, new Map(paths.map(path => [path, problemsOf(path)])));
    }
  }

  /** Gives the language services time to look at the files that are open. */
  async compare(tool: ToolCallId): Promise<FileFindings> {
    const files = [...(this.before.get(tool) ?? [])];
    this.before.delete(tool);
    await Promise.all(files.map(([path, before]) => this.settled(path, before)));
    const deltas = new Map<string, ProblemDelta>();
    const added = new Map<string, readonly Problem[]>();
    for (const [path, before] of files) {
      const after = problemsOf(path);
      const delta = problemDelta(before, after);
      if (delta) {
        deltas.set(path, delta);
      }
      added.set(path, newProblems(before, after));
    }
    const words = this.options.tellsAgent() ? problemReport(added) : undefined;
    return { problems: deltas, ...(words === undefined ? {} : { words }) };
  }

  forget(tool: ToolCallId): void {
    this.before.delete(tool);
  }

  private async settled(path: string, before: readonly Problem[]): Promise<void> {
    const uri = vscode.Uri.file(path).toString();
    // A language service looks at a file again when its document changes: another would be waited for in vain.
    if (!vscode.workspace.textDocuments.some(document => document.uri.toString() === uri)) {
      return;
    }
    await quietAfterEvents(
      listener =>
        vscode.languages.onDidChangeDiagnostics(({ uris }) => {
          if (uris.some(one => one.toString() === uri)) {
            listener();
          }
        }),
      {
        quiet,
        limit,
        hasBegun: !deepEqual(problemsOf(path), before),
        clock: this.options.clock,
      },
    );
  }
}

function problemsOf(path: string): Problem[] {
  return vscode.languages.getDiagnostics(vscode.Uri.file(path)).flatMap(toProblem);
}

function toProblem({ severity, message, range, source, code }: vscode.Diagnostic): Problem[] {
  if (severity > vscode.DiagnosticSeverity.Warning) {
    return [];
  }
  const value = typeof code === 'object' ? code.value : code;
  return [
    {
      severity: severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning',
      message,
      line: range.start.line + 1,
      ...(source ? { source } : {}),
      ...(value === undefined || value === '' ? {} : { code: String(value) }),
    },
  ];
}
