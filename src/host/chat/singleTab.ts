import * as vscode from 'vscode';
import type { Disposable } from '../../base/disposable';
import { createWebviewPanel } from '../nativeText/nativeUi';
import { pageOptions } from './html';

/** Page in a tab of which there is one. */
export interface TabPage<Link> extends Disposable {
  /** Goes to another place of the page. */
  show(link: Link): void;
  /** VS Code destroys a hidden page, which asks for everything again when it is shown. */
  hidden(): void;
}

export interface SingleTabOptions<Page, Link> {
  readonly extensionUri: vscode.Uri;
  readonly type: string;
  readonly title: string;
  /** Column in which a new tab opens. */
  readonly column: vscode.ViewColumn;
  createPage(webview: vscode.Webview, link: Link): Page;
  /** Called when the user closes the tab. */
  onClosed?(): void;
}

/** Tab of which there is one, and which VS Code restores with the window. */
export class SingleTab<Page extends TabPage<Link>, Link> implements Disposable {
  private shown: { readonly panel: vscode.WebviewPanel; readonly page: Page } | undefined;

  constructor(private readonly options: SingleTabOptions<Page, Link>) {}

  /** Absent while the tab is closed. */
  get page(): Page | undefined {
    return this.shown?.page;
  }

  open(link: Link): void {
    if (this.shown) {
      this.shown.page.show(link);
      this.shown.panel.reveal(undefined, false);
      return;
    }
    const { type, title, column, extensionUri } = this.options;
    const place = { viewColumn: column, preserveFocus: false };
    this.adopt(createWebviewPanel(type, title, place, pageOptions(extensionUri)), link);
  }

  /** Takes over a tab of before the window was reloaded. A second one is closed. */
  restore(panel: vscode.WebviewPanel, link: Link): void {
    if (this.shown) {
      panel.dispose();
    } else {
      this.adopt(panel, link);
    }
  }

  dispose(): void {
    this.shown?.page.dispose();
    this.shown = undefined;
  }

  private adopt(panel: vscode.WebviewPanel, link: Link): void {
    const { extensionUri, createPage, onClosed } = this.options;
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const page = createPage(panel.webview, link);
    this.shown = { panel, page };
    panel.onDidChangeViewState(() => {
      if (!panel.visible) {
        page.hidden();
      }
    });
    panel.onDidDispose(() => {
      page.dispose();
      this.shown = undefined;
      onClosed?.();
    });
  }
}
