import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { FileView } from '../../core/edits/review/fileView';
import type { ReviewHunk } from '../../core/edits/review/reviewText';
import { beforeScheme, beforeUri } from './beforeDocuments';
import type { StoredContents } from './storedContents';

/** A change in a file, with the file. */
export interface PlacedHunk {
  readonly view: FileView;
  readonly hunk: ReviewHunk;
}

/** Opens pending changes, and finds the change that the user means. */
export class ChangeEditors {
  constructor(
    private readonly list: ChangeList,
    private readonly stored: StoredContents,
  ) {}

  /** Compares the file with its state without the changes; the right side is editable. */
  async openDiff(view: FileView): Promise<void> {
    const [left, right] = this.sidesOf(view);
    const name = basename(view.review.path);
    const title = vscode.l10n.t("{0} (Claude's changes)", name);
    const options: vscode.TextDocumentShowOptions = { preview: true };
    await vscode.commands.executeCommand('vscode.diff', left, right, title, {
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
    const uri = activeTextEditor?.document.uri ?? activeTabUri();
    return uri && (uri.scheme === 'file' || uri.scheme === beforeScheme) ? uri.fsPath : undefined;
  }

  /** Finds the change at the cursor, or next to it where lines were only removed. */
  hunkAtCursor(): PlacedHunk | undefined {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      return undefined;
    }
    const { uri } = editor.document;
    const line = editor.selection.active.line;
    const side = uri.scheme === beforeScheme ? 'before' : 'now';
    return placed(this.list.at(uri.fsPath)).find(({ hunk, shownBefore }) => {
      const { start, end } = side === 'now' ? hunk.now : shownBefore;
      return start === end ? line === start || line === start - 1 : line >= start && line < end;
    });
  }

  /** Finds the change that begins at these lines of the present and the previous text. */
  hunkAt(
    path: string,
    channel: string,
    start: number,
    startBefore: number,
  ): PlacedHunk | undefined {
    return placed(this.list.at(path)).find(
      ({ view, hunk }) =>
        view.channel.record.channelId === channel &&
        hunk.now.start === start &&
        hunk.before.start === startBefore,
    );
  }

  /** Finds the same change in the present file, wherever decisions and typing have moved it. */
  present({ view, hunk }: PlacedHunk): PlacedHunk | undefined {
    const wanted = linesOfHunk({ view, hunk });
    const distance = (one: PlacedHunk) => Math.abs(one.hunk.now.start - hunk.now.start);
    return placed(this.list.at(view.review.path))
      .filter(one => one.view.channel === view.channel && linesOfHunk(one) === wanted)
      .sort((a, b) => distance(a) - distance(b))[0];
  }

  /** Finds the change at these lines, from 1, of VS Code's own comparison; `last` is 0 if empty. */
  hunkWithin(path: string, first: number, last: number): PlacedHunk | undefined {
    const [start, end] = last === 0 ? [first, first] : [first - 1, last];
    return placed(this.list.at(path)).find(
      ({ hunk: { now } }) => now.start <= end && start <= now.end,
    );
  }

  /** Moves to the next or previous change: first in this file, then in the others. */
  async go(step: 1 | -1): Promise<boolean> {
    const all = this.list.all.flatMap(view =>
      view.hunks.length > 0
        ? placed([view])
        : [{ view, hunk: wholeFile, shownBefore: wholeFile.before }],
    );
    const path = this.activePath();
    const line = vscode.window.activeTextEditor?.selection.active.line ?? -1;
    const here = all.filter(({ view }) => view.review.path === path);
    const ahead =
      step === 1
        ? here.find(({ hunk }) => hunk.now.start > line)
        : here.findLast(({ hunk }) => hunk.now.start < line);
    const next = ahead ?? besides(all, path, step);
    if (!next) {
      return false;
    }
    await this.show(next);
    return true;
  }

  /** Shows the next change of the file after a decision made by keyboard. */
  async advance({ view, hunk }: PlacedHunk, isByKey: boolean): Promise<void> {
    const { path } = view.review;
    const left = placed(this.list.at(path));
    const next = left.find(one => one.hunk.now.start >= hunk.now.start) ?? left[0];
    if (isByKey && next) {
      await this.show(next);
    }
  }

  /** Shows a change. Stays in a diff if the user is reviewing in one. */
  private async show({ view, hunk }: PlacedHunk): Promise<void> {
    const { path } = view.review;
    const line = Math.max(0, hunk.now.start === hunk.now.end ? hunk.now.start - 1 : hunk.now.start);
    const editor = vscode.window.activeTextEditor;
    const isDiff =
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputTextDiff;
    if (editor?.document.uri.scheme === 'file' && editor.document.uri.fsPath === path) {
      const at = new vscode.Position(line, 0);
      editor.selection = new vscode.Selection(at, at);
      editor.revealRange(
        new vscode.Range(at, at),
        vscode.TextEditorRevealType.InCenterIfOutsideViewport,
      );
    } else if (isDiff || view.kind === 'deleted') {
      await this.openDiff(view);
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

/** Serializes the agent's lines before and after; identifies a change across decisions. */
function linesOfHunk({ view, hunk }: PlacedHunk): string {
  const { before, after } = view.lines?.text ?? { before: [], after: [] };
  const lines = [
    before.slice(hunk.before.start, hunk.before.end),
    after.slice(hunk.after.start, hunk.after.end),
  ];
  return JSON.stringify(lines);
}

const wholeFile: ReviewHunk = {
  before: { start: 0, end: 0 },
  after: { start: 0, end: 0 },
  now: { start: 0, end: 0 },
  isEdited: false,
};

/** Sorts changes by line; `shownBefore` is their range in the text without the changes. */
function placed(
  views: readonly FileView[],
): (PlacedHunk & { readonly shownBefore: { readonly start: number; readonly end: number } })[] {
  const all = views
    .flatMap(view => view.hunks.map(hunk => ({ view, hunk })))
    .sort((a, b) => a.hunk.now.start - b.hunk.now.start);
  let shift = 0;
  return all.map(({ view, hunk }) => {
    const start = hunk.now.start + shift;
    const length = hunk.before.end - hunk.before.start;
    shift += length - (hunk.now.end - hunk.now.start);
    return { view, hunk, shownBefore: { start, end: start + length } };
  });
}

function besides(
  all: readonly PlacedHunk[],
  path: string | undefined,
  step: 1 | -1,
): PlacedHunk | undefined {
  const order = step === 1 ? all : all.toReversed();
  const at = order.findLastIndex(({ view }) => view.review.path === path);
  const paths = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  return paths.find(({ view }) => view.review.path !== path) ?? order[0];
}

function activeTabUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText
    ? input.uri
    : input instanceof vscode.TabInputTextDiff
      ? input.modified
      : undefined;
}
