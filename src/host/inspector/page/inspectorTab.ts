import * as vscode from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { isObject } from '../../../base/json';
import type { InspectorLink } from '../../../contract/inspector/inspector';
import { SingleTab } from '../../chat/singleTab';
import { inspectorType } from '../../contributed';
import { InspectorPage, type InspectorPageOptions } from './inspectorPage';

/** The inspector beside the chat. */
export class InspectorTab implements Disposable {
  private readonly tab: SingleTab<InspectorPage, InspectorLink | undefined>;

  constructor(options: InspectorPageOptions) {
    this.tab = new SingleTab({
      extensionUri: options.extensionUri,
      type: inspectorType,
      title: vscode.l10n.t('Inspector'),
      column: vscode.ViewColumn.Beside,
      createPage: (webview, link) => new InspectorPage(webview, options, link),
    });
  }

  /** @param link absent: the conversation in front, or what was shown last */
  open(link?: InspectorLink): void {
    this.tab.open(link);
  }

  /** Restores the tab with the subject in its own state. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const subject = isObject(state) ? state.inspector : undefined;
    this.tab.restore(panel, typeof subject === 'string' ? { subject } : undefined);
  }

  dispose(): void {
    this.tab.dispose();
  }
}
