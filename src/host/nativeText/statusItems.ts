import type * as vscode from 'vscode';
import { linesText, lineText, statusText } from './neutral';

/** Texts of a status bar item. Only an icon at the start of the text is drawn. */
export interface StatusTexts {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly label?: string | undefined;
}

/** Writes texts to a status bar item and shows it. */
export function showStatus(item: vscode.StatusBarItem, texts: StatusTexts): void {
  const { text, tooltip, label } = texts;
  item.text = statusText(text);
  item.tooltip = linesText(tooltip);
  if (label !== undefined) {
    item.accessibilityInformation = { label: lineText(label) };
  }
  item.show();
}
