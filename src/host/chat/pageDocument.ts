import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { isObject } from '../../base/json';
import { firstCall } from '../../contract/firstCall';
import { pageHtml, pageOptions } from './html';

/**
 * A page's document in a webview. It is shown before the code that answers it has loaded, and keeps
 * its messages until then.
 */
export class PageDocument implements Disposable {
  private readonly store = new DisposableStore();
  private kept: unknown[] = [];
  private reader: ((message: unknown) => void) | undefined;

  constructor(
    private readonly webview: vscode.Webview,
    extensionUri: vscode.Uri,
    place: 'sideBar' | 'tab',
  ) {
    this.store.add(webview.onDidReceiveMessage((message: unknown) => this.receive(message)));
    webview.options = pageOptions(extensionUri);
    webview.html = pageHtml(webview, extensionUri, { entry: 'main', place });
  }

  get isDisposed(): boolean {
    return this.store.isDisposed;
  }

  post(message: unknown): void {
    void this.webview.postMessage(message);
  }

  /** Passes on what the page has sent so far, then what it sends. For one reader. */
  read(reader: (message: unknown) => void): void {
    this.reader = reader;
    for (const message of this.kept.splice(0)) {
      reader(message);
    }
  }

  /** Removes a page that nobody will answer, unless its view is closed. */
  clear(): void {
    if (!this.isDisposed) {
      this.dispose();
      this.webview.html = '';
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private receive(message: unknown): void {
    if (this.reader) {
      this.reader(message);
      return;
    }
    if (isObject(message) && message.method === firstCall.method) {
      // VS Code has loaded the document again, and what the former one asked has no receiver.
      this.kept = [];
    }
    this.kept.push(message);
  }
}
