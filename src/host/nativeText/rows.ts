import type * as vscode from 'vscode';
import { linesText, lineText } from './neutral';

/** Texts of a tree's row. VS Code renders neither links nor icons in them. */
export interface RowTexts {
  readonly label: string;
  readonly description?: string | undefined;
  readonly tooltip?: string | undefined;
  /** For screen readers. */
  readonly accessibleLabel?: string | undefined;
}

/** Makes the texts of a row harmless, as members of a `TreeItem`. */
export function neutralRow(texts: RowTexts) {
  const { label, description, tooltip, accessibleLabel } = texts;
  return {
    label: lineText(label),
    ...(description === undefined ? {} : { description: lineText(description) }),
    ...(tooltip === undefined ? {} : { tooltip: linesText(tooltip) }),
    ...(accessibleLabel === undefined
      ? {}
      : { accessibilityInformation: { label: lineText(accessibleLabel) } }),
  };
}

/** Sets the text beside a view's title. */
export function describeView(
  view: vscode.TreeView<unknown> | vscode.WebviewView,
  text: string | undefined,
): void {
  const description = text === undefined ? undefined : lineText(text);
  // The API accepts undefined for "no description", but the exact optional types do not.
  const described = view as { description?: string | undefined };
  if (described.description !== description) {
    described.description = description;
  }
}

/** Sets a view's title; without one, the view has the name of its contribution. */
export function titleView(view: vscode.WebviewView, text: string | undefined): void {
  const title = text === undefined ? undefined : lineText(text);
  const titled = view as { title?: string | undefined };
  if (titled.title !== title) {
    titled.title = title;
  }
}

/** Sets the title of a tab. */
export function titlePanel(panel: Pick<vscode.WebviewPanel, 'title'>, title: string): void {
  const text = lineText(title);
  if (panel.title !== text) {
    panel.title = text;
  }
}
