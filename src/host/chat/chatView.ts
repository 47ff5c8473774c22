import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { plural } from '../../base/plural';
import type { Channel } from '../../core/conversation/channel';
import { titleView } from '../nativeText/rows';
import { ChatPage, type PageServices } from './chatPage';
import type { PageDocument } from './pageDocument';

/** The chat in the side bar. Its channel outlives the view, which VS Code may recreate. */
export class ChatView implements Disposable {
  private readonly store = new DisposableStore();
  private readonly opened = this.store.add(new Emitter<ChatPage>());
  private view: vscode.WebviewView | undefined;
  private current: ChatPage | undefined;
  private loading: Promise<Channel | undefined> | undefined;

  readonly onPage = this.opened.event;

  constructor(
    private readonly services: PageServices,
    private readonly load: () => Promise<Channel | undefined>,
  ) {}

  get page(): ChatPage | undefined {
    return this.current;
  }

  /** @param document what the view shows already */
  resolve(view: vscode.WebviewView, document: PageDocument): void {
    // Moving the view to another side bar resolves the new one before the old one is disposed of.
    this.current?.dispose();
    const page = new ChatPage(document, this.services, () => this.loadOnce());
    this.view = view;
    this.current = page;
    page.answer(view.visible);
    view.onDidChangeVisibility(() => page.setVisible(view.visible));
    view.onDidDispose(() => {
      page.dispose();
      if (this.view === view) {
        this.view = undefined;
        this.current = undefined;
      }
    });
    page.prepare();
    this.opened.fire(page);
  }

  /** Shows the view, if VS Code has created it. @returns whether it has */
  show(): boolean {
    this.view?.show(false);
    return this.view !== undefined;
  }

  /** Sets the badge to the number of waiting prompts; zero hides it. */
  setBadge(waiting: number): void {
    if (this.view) {
      const tooltip = plural(waiting, {
        one: l10n.t('1 prompt waits for you'),
        other: l10n.t('{0} prompts wait for you', waiting),
      });
      // Before VS Code 1.100, `undefined` leaves the badge unchanged; zero always hides it.
      this.view.badge = waiting > 0 ? { value: waiting, tooltip } : { value: 0, tooltip: '' };
    }
  }

  /** Sets the view's title, which VS Code puts beside that of a container with no other view. */
  setTitle(title: string | undefined): void {
    if (this.view) {
      titleView(this.view, title);
    }
  }

  dispose(): void {
    this.current?.dispose();
    this.store.dispose();
  }

  /** Shares a single load: a view that is moved while loading asks for its conversation again. */
  private loadOnce(): Promise<Channel | undefined> {
    this.loading ??= this.load().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  }
}
