import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { shown } from './rows/mentionRow';

/** Read-only documents with a text that has no file, kept while they are open. */
export class TextDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly store: vscode.Disposable;
  private last = 0;

  /** @param scheme of these documents only */
  constructor(private readonly scheme: string) {
    this.store = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  async show(name: string, text: string, language: string): Promise<void> {
    const { scheme } = this;
    this.last += 1;
    const title = shown(name.replace(/[/\\?#\s]+/g, ' '), 60) || scheme;
    const uri = vscode.Uri.from({ scheme, path: `/${title}`, query: String(this.last) });
    this.texts.set(uri.toString(), text);
    const document = await vscode.workspace.openTextDocument(uri);
    const shownAs = await vscode.languages.setTextDocumentLanguage(document, language);
    // A change of language closes the document and opens it again.
    this.texts.set(uri.toString(), text);
    await vscode.window.showTextDocument(shownAs, { preview: true });
  }

  dispose(): void {
    this.store.dispose();
    this.texts.clear();
  }
}
