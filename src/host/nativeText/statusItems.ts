import type * as vscode from 'vscode';
import { linesText, lineText, statusText } from './neutral';

/** Texts of a status bar item. Only an icon at the start of the text is drawn. */
export interface StatusTexts {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly label?: string | undefined;
}

/** Item that only `showStatus` and `hideStatus` show and hide. */
export type StatusItem = Omit<vscode.StatusBarItem, 'show' | 'hide'>;

/** Items that are in the status bar. */
const shown = new WeakSet<StatusItem>();

/** Writes texts to a status bar item and shows it. */
export function showStatus(item: StatusItem, texts: StatusTexts): void {
  const { text, tooltip, label } = texts;
  item.text = statusText(text);
  item.tooltip = linesText(tooltip);
  if (label !== undefined) {
    item.accessibilityInformation = { label: lineText(label) };
  }
  (item as vscode.StatusBarItem).show();
  shown.add(item);
}

/** Hides a status bar item. VS Code would send a message to the window even if it is hidden. */
export function hideStatus(item: StatusItem): void {
  if (shown.delete(item)) {
    (item as vscode.StatusBarItem).hide();
  }
}
