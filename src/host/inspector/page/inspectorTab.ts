import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { isObject } from '../../../base/json';
import type { InspectorLink } from '../../../contract/inspector/inspector';
import { pageOptions } from '../../chat/html';
import { inspectorType } from '../../contributed';
import { createWebviewPanel } from '../../nativeText/nativeUi';
import { InspectorPage, type InspectorPageOptions } from './inspectorPage';

/** The inspector beside the chat: there is one, which VS Code restores with the window. */
export class InspectorTab implements Disposable {
  private shown: { readonly panel: vscode.WebviewPanel; readonly page: InspectorPage } | undefined;

  constructor(private readonly options: InspectorPageOptions) {}

  /** @param link absent: the conversation in front, or what was shown last */
  open(link?: InspectorLink): void {
    if (this.shown) {
      this.shown.panel.reveal(undefined, false);
      if (link) {
        this.shown.page.show(link);
      }
      return;
    }
    const panel = createWebviewPanel(
      inspectorType,
      vscode.l10n.t('Inspector'),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false },
      pageOptions(this.options.extensionUri),
    );
    this.adopt(panel, link);
  }

  /** Restores the tab with the subject in its own state. A second one is closed. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    if (this.shown) {
      panel.dispose();
      return;
    }
    const subject = isObject(state) ? state.inspector : undefined;
    this.adopt(panel, typeof subject === 'string' ? { subject } : undefined);
  }

  dispose(): void {
    this.shown?.page.dispose();
    this.shown = undefined;
  }

  private adopt(panel: vscode.WebviewPanel, link: InspectorLink | undefined): void {
    const icon = (theme: string) =>
      vscode.Uri.joinPath(this.options.extensionUri, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const page = new InspectorPage(panel.webview, this.options, link);
    this.shown = { panel, page };
    panel.onDidChangeViewState(() => {
      if (!panel.visible) {
        page.hidden();
      }
    });
    panel.onDidDispose(() => {
      page.dispose();
      this.shown = undefined;
    });
  }
}
