import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { isObject } from '../../../base/json';
import { type SectionId, type SectionLink, sectionIds } from '../../../contract/sections';
import { SingleTab } from '../../chat/singleTab';
import { sectionTabType } from '../../contributed';
import { SectionPage, type SectionPageOptions } from './sectionPage';

/** The tab "Claude Code". */
export class SectionTab implements Disposable {
  private readonly tab: SingleTab<SectionPage, SectionLink>;

  /** @param onClosed called when the user closes the tab */
  constructor(options: SectionPageOptions, onClosed: () => void) {
    this.tab = new SingleTab({
      extensionUri: options.extensionUri,
      type: sectionTabType,
      title: vscode.l10n.t('Claude Code'),
      column: vscode.ViewColumn.Active,
      createPage: (webview, link) => new SectionPage(webview, options, link),
      onClosed,
    });
  }

  get isOpen(): boolean {
    return this.tab.page !== undefined;
  }

  open(link: SectionLink): void {
    this.tab.open(link);
  }

  /** Restores the tab at the section in its own state. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const section = isObject(state) ? state.section : undefined;
    const known = sectionIds.find(id => id === section);
    this.tab.restore(panel, { section: known ?? 'status' });
  }

  /** Shows sections anew, because something outside of the tab has changed. */
  changed(section?: SectionId): void {
    this.tab.page?.changed(section);
  }

  dispose(): void {
    this.tab.dispose();
  }
}
