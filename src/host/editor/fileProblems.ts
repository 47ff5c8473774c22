import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { deepEqual } from '../../base/json';
import type { ProblemDelta } from '../../contract/fileUpdates';
import type { ToolCallId } from '../../contract/ids';
import type { FileFindings } from '../../core/conversation/editEvents';
import { diagnosticsSettled, isFollowed, problemsOf } from './diagnostics';
import { newProblems, type Problem, problemDelta, problemReport } from './problemDelta';

/** Milliseconds to wait for the diagnostics of a file. */
const limit = 1_000;

export interface FileProblemsOptions {
  /** Read for each call. */
  tellsAgent(): boolean;
  readonly clock: Clock;
}

/** Compares the editor's problems in a file before and after an edit. */
export class FileProblems {
  private readonly before = new Map<ToolCallId, ReadonlyMap<string, readonly Problem[]>>();

  constructor(private readonly options: FileProblemsOptions) {}

  remember(tool: ToolCallId, paths: readonly string[]): void {
    if (paths.length > 0) {
      this.before.set(tool, new Map(paths.map(path => [path, ofFile(path)])));
    }
  }

  /** Waits briefly for language services to re-check the files that are open. */
  async compare(tool: ToolCallId): Promise<FileFindings> {
    const files = [...(this.before.get(tool) ?? [])];
    this.before.delete(tool);
    await Promise.all(files.map(([path, before]) => this.settled(path, before)));
    const deltas = new Map<string, ProblemDelta>();
    const added = new Map<string, readonly Problem[]>();
    for (const [path, before] of files) {
      const after = ofFile(path);
      const delta = problemDelta(before, after);
      if (delta) {
        deltas.set(path, delta);
      }
      added.set(path, newProblems(before, after));
    }
    const feedback = this.options.tellsAgent() ? problemReport(added) : undefined;
    return { problems: deltas, ...(feedback === undefined ? {} : { feedback }) };
  }

  forget(tool: ToolCallId): void {
    this.before.delete(tool);
  }

  private async settled(path: string, before: readonly Problem[]): Promise<void> {
    const uri = vscode.Uri.file(path);
    // No language server re-checks a file that is not open.
    if (isFollowed(uri)) {
      const hasBegun = !deepEqual(ofFile(path), before);
      await diagnosticsSettled(uri, { hasBegun, limit, clock: this.options.clock });
    }
  }
}

function ofFile(path: string): Problem[] {
  return problemsOf(vscode.Uri.file(path));
}
