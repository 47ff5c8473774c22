import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { raceTimeout } from '../../node/raceTimeout';
import { systemClock } from '../../node/systemClock';
import { views } from '../contributed';
import type { Chats } from './chats';
import { PageDocument } from './pageDocument';

/** Milliseconds that VS Code is given to ask for the view; usually it takes 50. */
const patience = 1_000;
/**
 * Milliseconds until VS Code has sent what it was given. Where the editor runs in a browser, another
 * thread compresses messages, so that a single task would not do.
 */
const sending = 15;

/** Shows pages of conversations while the host, which fills them, still loads (ADR 24). */
export class EarlyPages implements Disposable {
  private readonly store = new DisposableStore();
  private readonly shown = new Deferred<void>();

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly load: () => Promise<Chats>,
    /** Whether the host runs already: nothing keeps the thread busy then. */
    private readonly isLoaded: () => boolean,
    private readonly clock: Clock = systemClock,
  ) {}

  /** Opens the side bar's view. Resolves when VS Code has its document, or could not open it. */
  async openView(): Promise<void> {
    vscode.commands.executeCommand(`${views.chat}.focus`).then(undefined, () => {
      // The host opens it once more, and reports what fails.
      this.shown.resolve();
    });
    await raceTimeout(this.shown.promise, patience, this.clock);
  }

  async resolveView(view: vscode.WebviewView): Promise<void> {
    await this.show(view, 'sideBar', (chats, document) => chats.resolveView(view, document));
  }

  async restoreTab(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    await this.show(panel, 'tab', (chats, document) => chats.restoreTab(panel, state, document));
  }

  private async show(
    shown: vscode.WebviewView | vscode.WebviewPanel,
    place: 'sideBar' | 'tab',
    handOver: (chats: Chats, document: PageDocument) => void,
  ): Promise<void> {
    const document = this.store.add(new PageDocument(shown.webview, this.extensionUri, place));
    const closing = this.store.add(shown.onDidDispose(() => document.dispose()));
    try {
      if (!this.isLoaded()) {
        await this.sent();
      }
      if (place === 'sideBar') {
        this.shown.resolve();
      }
      const chats = document.isDisposed ? undefined : await this.load();
      if (chats && !document.isDisposed) {
        handOver(chats, document);
      }
    } catch (error) {
      document.clear();
      throw error;
    } finally {
      closing.dispose();
      this.store.release(closing);
      this.store.release(document);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Resolves when VS Code has sent what it was given: loading the host keeps its thread busy. */
  private sent(): Promise<void> {
    return new Promise(resolve => {
      this.clock.setTimeout(resolve, sending);
    });
  }
}
