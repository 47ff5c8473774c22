import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';

const scheme = 'tandem-sessions';

/** A read-only document without a file, which VS Code does not ask to save. */
export class ReportDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration: vscode.Disposable;
  private readonly uri = vscode.Uri.from({
    scheme,
    path: `/${vscode.l10n.t('Stored conversations')}.md`,
  });
  private text = '';
  readonly onDidChange = this.changed.event;

  constructor() {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  async show(text: string): Promise<void> {
    this.text = text;
    this.changed.fire(this.uri);
    await vscode.window.showTextDocument(this.uri, { preview: true });
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}
