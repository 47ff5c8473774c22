import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';

const scheme = 'tandem-worktree';

/** Shows texts about work trees in read-only editors. */
export class WorktreeText implements Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly closing = vscode.workspace.onDidCloseTextDocument(document => {
    // A language change also fires the close event, but the document stays open.
    if (document.uri.scheme === scheme && !vscode.workspace.textDocuments.includes(document)) {
      this.texts.delete(document.uri.path);
    }
  });
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: this.changed.event,
    provideTextDocumentContent: uri => this.texts.get(uri.path) ?? '',
  });

  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.texts.set(uri.path, text);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, 'diff');
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.registration.dispose();
    this.closing.dispose();
    this.changed.dispose();
  }
}
