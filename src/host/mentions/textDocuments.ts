import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { shown } from './rows/mentionRow';

const scheme = 'tandem-mention';

/** Read-only documents of what a mention stands for, kept while they are open. */
export class MentionDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly texts = new Map<string, string>();
  private readonly store: vscode.Disposable;
  private last = 0;

  constructor() {
    this.store = vscode.Disposable.from(
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  async show(name: string, text: string, language: string): Promise<void> {
    this.last += 1;
    const title = shown(name.replace(/[/\\?#\s]+/g, ' '), 60) || 'mention';
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
