import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { isObject } from '../../../base/json';
import { type SectionId, type SectionLink, sectionIds } from '../../../contract/sections';
import { pageOptions } from '../../chat/html';
import { sectionTabType } from '../../contributed';
import { createWebviewPanel } from '../../nativeText/nativeUi';
import { SectionPage, type SectionPageOptions } from './sectionPage';

/** The tab "Claude Code": there is one, which VS Code restores with the window. */
export class SectionTab implements Disposable {
  private shown: { readonly panel: vscode.WebviewPanel; readonly page: SectionPage } | undefined;

  /** @param onClosed called when the user closes the tab */
  constructor(
    private readonly options: SectionPageOptions,
    private readonly onClosed: () => void,
  ) {}

  get isOpen(): boolean {
    return this.shown !== undefined;
  }

  open(link: SectionLink): void {
    if (this.shown) {
      this.shown.page.show(link);
      this.shown.panel.reveal(undefined, false);
      return;
    }
    const panel = createWebviewPanel(
      sectionTabType,
      vscode.l10n.t('Claude Code'),
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      pageOptions(this.options.extensionUri),
    );
    this.adopt(panel, link);
  }

  /** Restores the tab at the section in its own state. A second one is closed. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    if (this.shown) {
      panel.dispose();
      return;
    }
    const section = isObject(state) ? state.section : undefined;
    const known = sectionIds.find(id => id === section);
    this.adopt(panel, { section: known ?? 'status' });
  }

  /** Shows sections anew, because something outside of the tab has changed. */
  changed(section?: SectionId): void {
    this.shown?.page.changed(section);
  }

  dispose(): void {
    this.shown?.page.dispose();
    this.shown = undefined;
  }

  private adopt(panel: vscode.WebviewPanel, link: SectionLink): void {
    const icon = (theme: string) =>
      vscode.Uri.joinPath(this.options.extensionUri, 'media', `tab-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const page = new SectionPage(panel.webview, this.options, link);
    this.shown = { panel, page };
    panel.onDidChangeViewState(() => {
      if (!panel.visible) {
        page.hidden();
      }
    });
    panel.onDidDispose(() => {
      page.dispose();
      this.shown = undefined;
      this.onClosed();
    });
  }
}
