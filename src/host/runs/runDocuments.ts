import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { lineText } from '../nativeText/neutral';

const scheme = 'tandem-runs';

/** Read-only documents of results, which VS Code does not ask to save. Open ones follow the runs. */
export class RunDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly shown = new Map<string, () => string | undefined>();
  private readonly store: vscode.Disposable;
  readonly onDidChange = this.changed.event;

  constructor() {
    this.store = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(document => {
        // A language change also fires the close event, but the document stays open.
        if (!vscode.workspace.textDocuments.includes(document)) {
          this.shown.delete(document.uri.toString());
        }
      }),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.shown.get(uri.toString())?.() ?? '';
  }

  /** @param text is read again whenever runs change */
  async show(name: string, id: string, text: () => string | undefined): Promise<void> {
    const title =
      lineText(name)
        .replace(/[/\\?#\s]+/g, ' ')
        .trim()
        .slice(0, 60) || id;
    const uri = vscode.Uri.from({ scheme, path: `/${title}.md`, query: id });
    this.shown.set(uri.toString(), text);
    this.changed.fire(uri);
    await vscode.window.showTextDocument(uri, { preview: true });
  }

  /** Reads open documents again. */
  refresh(): void {
    for (const uri of this.shown.keys()) {
      this.changed.fire(vscode.Uri.parse(uri, true));
    }
  }

  dispose(): void {
    this.store.dispose();
    this.changed.dispose();
  }
}
