import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { FileView } from '../../core/edits/review/fileView';
import { lineText } from '../nativeText/neutral';
import { beforeScheme, beforeUri } from './beforeDocuments';
import {
  hunkAfter,
  hunkAt,
  hunkAtLine,
  hunkBeside,
  hunkWithin,
  lineOfHunk,
  type PlacedHunk,
  presentHunk,
} from './placedHunks';
import type { StoredContents } from './storedContents';

/** Opens pending changes, and finds the change that the user means. */
export class ChangeEditors {
  constructor(
    private readonly list: ChangeList,
    private readonly stored: StoredContents,
  ) {}

  /**
   * Compares the file with its state without the changes; the right side is editable.
   * @param line line to show, from 0; without it, VS Code shows the first difference
   */
  async openDiff(view: FileView, line?: number): Promise<void> {
    const [left, right] = this.sidesOf(view);
    const name = basename(view.review.path);
    const title = vscode.l10n.t('{0} (agent changes)', name);
    const options: vscode.TextDocumentShowOptions = {
      preview: true,
      ...(line === undefined ? {} : { selection: new vscode.Range(line, 0, line, 0) }),
    };
    await vscode.commands.executeCommand('vscode.diff', left, right, lineText(title), {
      ...options,
      override: true,
    });
  }

  /** Opens these files in the multi-file diff editor. */
  async openAll(title: string, views: readonly FileView[]): Promise<void> {
    // Both sides of a file are the same for all conversations that have changed it.
    const byPath = new Map(views.map(view => [view.review.path, view]));
    const files = [...byPath.values()].map(view => {
      const [left, right] = this.sidesOf(view);
      const { path } = view.review;
      const isGone = view.kind === 'deleted';
      return [
        vscode.Uri.file(path),
        view.kind === 'created' ? undefined : left,
        isGone ? undefined : right,
      ];
    });
    await vscode.commands.executeCommand('vscode.changes', title, files);
  }

  async openFile({ review }: FileView, line = 0): Promise<void> {
    const at = new vscode.Range(line, 0, line, 0);
    await vscode.window.showTextDocument(vscode.Uri.file(review.path), { selection: at });
  }

  /** Returns the file of the active editor, on either side of a diff. */
  activePath(): string | undefined {
    const { activeTextEditor } = vscode.window;
    const input = activeTabInput();
    const uri = activeTextEditor?.document.uri ?? uriOf(input);
    if (uri?.scheme === 'file' || uri?.scheme === beforeScheme) {
      return uri.fsPath;
    }
    // A deleted file has an empty document on the right, which is no file.
    return input instanceof vscode.TabInputTextDiff &&
      input.original.scheme === beforeScheme &&
      input.modified.toString() === uri?.toString()
      ? input.original.fsPath
      : undefined;
  }

  /** Finds the change at the cursor, or next to it where lines were only removed. */
  hunkAtCursor(): PlacedHunk | undefined {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      return undefined;
    }
    const line = editor.selection.active.line;
    return hunkAtLine(this.list.at(editor.document.uri.fsPath), line, sideOf(editor));
  }

  /** Finds the change that begins at these lines of the present and the previous text. */
  hunkAt(
    path: string,
    channel: string,
    start: number,
    startBefore: number,
  ): PlacedHunk | undefined {
    return hunkAt(this.list.at(path), channel, start, startBefore);
  }

  /** Finds the same change in the present file, wherever decisions and typing have moved it. */
  present(change: PlacedHunk): PlacedHunk | undefined {
    return presentHunk(this.list.at(change.view.review.path), change);
  }

  /** Finds the change at these lines, from 1, of VS Code's own comparison; `last` is 0 if empty. */
  hunkWithin(path: string, first: number, last: number): PlacedHunk | undefined {
    return hunkWithin(this.list.at(path), first, last);
  }

  /** Moves to the next or previous change: first in this file, then in the others. */
  async go(step: 1 | -1): Promise<boolean> {
    const editor = vscode.window.activeTextEditor;
    const line = editor?.selection.active.line ?? -1;
    const next = hunkBeside(this.list.all, this.activePath(), line, step, sideOf(editor));
    if (!next) {
      return false;
    }
    await this.show(next);
    return true;
  }

  /** Shows the next change of the file after a decision made by keyboard. */
  async advance(decided: PlacedHunk, isByKey: boolean): Promise<void> {
    const next = hunkAfter(this.list.at(decided.view.review.path), decided);
    if (isByKey && next) {
      await this.show(next);
    }
  }

  /** Shows a change. Stays in a diff if the user is reviewing in one. */
  private async show({ view, hunk }: PlacedHunk): Promise<void> {
    const { path } = view.review;
    const line = lineOfHunk(hunk);
    const editor = vscode.window.activeTextEditor;
    const isDiff = activeTabInput() instanceof vscode.TabInputTextDiff;
    if (editor?.document.uri.scheme === 'file' && editor.document.uri.fsPath === path) {
      const at = new vscode.Position(line, 0);
      editor.selection = new vscode.Selection(at, at);
      editor.revealRange(
        new vscode.Range(at, at),
        vscode.TextEditorRevealType.InCenterIfOutsideViewport,
      );
    } else if (isDiff || view.kind === 'deleted') {
      await this.openDiff(view, line);
    } else {
      await this.openFile(view, line);
    }
  }

  private sidesOf({ kind, review, before }: FileView): [vscode.Uri, vscode.Uri] {
    const file = vscode.Uri.file(review.path);
    if (kind === 'deleted') {
      return [beforeUri(review.path), this.stored.uriOf(review.path, undefined)];
    }
    const isPicture = before !== undefined && review.before !== null && kind === 'updated';
    // Binary files have no lines to restore, and are shown as they were.
    return isPicture && before.includes(0)
      ? [this.stored.uriOf(review.path, review.before?.ref), file]
      : [beforeUri(review.path), file];
  }
}

function sideOf(editor: vscode.TextEditor | undefined): 'before' | 'now' {
  return editor?.document.uri.scheme === beforeScheme ? 'before' : 'now';
}

function activeTabInput(): unknown {
  return vscode.window.tabGroups.activeTabGroup.activeTab?.input;
}

function uriOf(input: unknown): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText
    ? input.uri
    : input instanceof vscode.TabInputTextDiff
      ? input.modified
      : undefined;
}
