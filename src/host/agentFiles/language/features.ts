import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { type Finding, worldOf } from '../../../cli/agentFiles/agentFile';
import { headHover, headProposals, type KnownNames } from '../../../cli/agentFiles/headHelp';
import type { Place } from '../../../cli/agentFiles/headSource';
import { readAgentFile } from '../../../cli/agentFiles/readAgentFile';
import { systemClock } from '../../../node/systemClock';
import { markdownTooltip } from '../../nativeText/nativeUi';
import { labelText } from '../../nativeText/neutral';

/** Milliseconds without a key, after which a file is read anew. */
const pause = 300;

/** Problems of the files of agents and prompts that are open. */
export class AgentFileProblems implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection('tandem.agentFiles');
  private readonly timers = new Map<string, Disposable>();

  constructor(private readonly clock: Clock = systemClock) {}

  look(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.timers.get(key)?.dispose();
    const isFirst = !this.collection.has(document.uri);
    this.timers.set(
      key,
      this.clock.setTimeout(() => void this.read(document), isFirst ? 0 : pause),
    );
  }

  forget(uri: vscode.Uri): void {
    this.timers.get(uri.toString())?.dispose();
    this.timers.delete(uri.toString());
    this.collection.delete(uri);
  }

  dispose(): void {
    for (const timer of this.timers.values()) timer.dispose();
    this.collection.dispose();
  }

  private async read(document: vscode.TextDocument): Promise<void> {
    const { uri, version } = document;
    const world = worldOf(uri.fsPath);
    if (world === undefined) {
      return;
    }
    const { findings } = await readAgentFile(document.getText(), uri.fsPath, world);
    if (document.version === version && !document.isClosed) {
      this.collection.set(
        uri,
        findings.map(finding => diagnostic(document, finding)),
      );
    }
  }
}

export async function completions(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
  known: KnownNames,
): Promise<vscode.CompletionItem[]> {
  const world = worldOf(document.uri.fsPath);
  const text = document.getText();
  const found = world ? await headProposals(text, { line, character }, world, known) : [];
  return found.map(({ label, kind, detail, insert, place }) => {
    const isKey = kind === 'key';
    const icon = isKey ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value;
    const item = new vscode.CompletionItem(labelText(label), icon);
    return Object.assign(item, {
      ...{ insertText: insert, filterText: label, range: rangeOf(place) },
      ...(detail === undefined ? {} : { detail }),
      ...(isKey ? { command: { command: 'editor.action.triggerSuggest', title: '' } } : {}),
    });
  });
}

export async function hover(
  document: vscode.TextDocument,
  { line, character }: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const world = worldOf(document.uri.fsPath);
  const found = world && (await headHover(document.getText(), { line, character }, world));
  return found && new vscode.Hover(markdownTooltip(found.text), rangeOf(found.place));
}

function diagnostic(document: vscode.TextDocument, finding: Finding): vscode.Diagnostic {
  const range = document.validateRange(rangeOf(finding));
  const problem = new vscode.Diagnostic(range, finding.text, severityOf(finding));
  return Object.assign(problem, { source: 'Tandem', code: finding.code });
}

/** A key that another editor or agent understands is no problem of the file. */
function severityOf({ severity, code }: Finding): vscode.DiagnosticSeverity {
  switch (severity) {
    case 'error':
      return vscode.DiagnosticSeverity.Error;
    case 'warning':
      return vscode.DiagnosticSeverity.Warning;
    case 'information':
      return code === 'key.elsewhere'
        ? vscode.DiagnosticSeverity.Hint
        : vscode.DiagnosticSeverity.Information;
  }
}

function rangeOf({ line, start, end }: Place): vscode.Range {
  return new vscode.Range(line, start, line, end);
}
