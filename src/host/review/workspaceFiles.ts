import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Located } from '../../core/edits/place';
import { type Bytes, sameBytes } from '../../core/edits/review/contents';
import type { Present } from '../../core/edits/review/plan';
import { type ReviewedFiles, requireUnshared } from '../../core/edits/review/reviewedFiles';
import { decode, detectEncoding, encode, type TextEncoding } from '../../core/edits/text/fileText';
import { findHunks } from '../../core/edits/text/hunks';
import type { LineHunk } from '../../core/edits/text/lineHunk';
import { toLines } from '../../core/edits/text/lines';

const byteOrderMark = '\uFEFF';

/**
 * Files as the user sees them. Files open in an editor are changed there, which keeps undo history,
 * scroll position and unsaved text. All others are changed on disk.
 */
export class WorkspaceFiles implements ReviewedFiles {
  constructor(private readonly disk: ReviewedFiles) {}

  isOnDiskOnly(path: string): boolean {
    return !findOpen(path) && !hasUnsavedNotebook(path);
  }

  async read(file: Located): Promise<Present> {
    const { path } = file;
    const onDisk = await this.disk.read(file);
    const document = findOpen(path);
    const encoding = encodingOf(onDisk.bytes);
    if (hasUnsavedNotebook(path)) {
      throw unsaved(path);
    }
    if (!document?.isDirty) {
      return onDisk;
    }
    if (!encoding) {
      throw unsaved(path);
    }
    return { ...onDisk, bytes: bytesOf(document, encoding, onDisk.bytes), isUnsaved: true };
  }

  async write(file: Located, bytes: Bytes, now: Present, mode?: number): Promise<void> {
    const { path } = file;
    const present = await this.read(file);
    if (!sameBytes(present.bytes, now.bytes)) {
      throw changed(path);
    }
    const document = findOpen(path);
    const encoding = encodingOf(now.bytes);
    const isInEditor =
      document &&
      bytes &&
      encoding &&
      (document.isDirty || isFaithful(document, encoding, now.bytes, bytes));
    if (!isInEditor) {
      await this.writeOnDisk(file, bytes, mode);
      return;
    }
    requireUnshared(file, present);
    const wasDirty = document.isDirty;
    await replaceText(document, withoutMark(decode(bytes, encoding)));
    // Unsaved text remains for the user to save.
    if (wasDirty) {
      return;
    }
    // The editor follows links when it saves, also those that were put there just now.
    requireUnshared(file, await this.disk.read(file));
    if (!(await document.save())) {
      throw new UserError(
        'file.unsaved',
        vscode.l10n.t('{0} was changed in the editor and could not be saved.', path),
      );
    }
    // Undoes formatting on save, which must not alter the restored content.
    await this.writeOnDisk(file, bytes, mode);
  }

  private async writeOnDisk(file: Located, bytes: Bytes, mode: number | undefined): Promise<void> {
    const onDisk = await this.disk.read(file);
    if (!sameBytes(onDisk.bytes, bytes)) {
      await this.disk.write(file, bytes, onDisk, mode);
    }
  }
}

function findOpen(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ isClosed, uri }) => !isClosed && uri.scheme === 'file' && uri.fsPath === path,
  );
}

function encodingOf(bytes: Bytes): TextEncoding | undefined {
  return bytes ? detectEncoding(bytes) : 'utf-8';
}

/** Returns the bytes that saving the document would write. */
function bytesOf(document: vscode.TextDocument, encoding: TextEncoding, onDisk: Bytes): Uint8Array {
  const isMarked = onDisk !== undefined && decode(onDisk, encoding).startsWith(byteOrderMark);
  const text = (isMarked ? byteOrderMark : '') + document.getText();
  const bytes = encode(text, encoding);
  // An editor that reads single bytes as UTF-8 shows, and saves, other characters for them.
  return decode(bytes, encoding) === text ? bytes : encode(text, 'utf-8');
}

function hasUnsavedNotebook(path: string): boolean {
  return vscode.workspace.notebookDocuments.some(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && uri.fsPath === path,
  );
}

function unsaved(path: string): UserError {
  const message = vscode.l10n.t('{0} has unsaved changes. Save it first.', path);
  return new UserError('file.unsaved', message);
}

/** Whether the editor holds exactly the content on disk, and would hold exactly the wanted one. */
function isFaithful(
  document: vscode.TextDocument,
  encoding: TextEncoding,
  now: Bytes,
  wanted: Uint8Array,
): boolean {
  const [present, target] = [now ? decode(now, encoding) : '', decode(wanted, encoding)];
  const lineEnd = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const isSameMark = present.startsWith(byteOrderMark) === target.startsWith(byteOrderMark);
  const ends = target.match(/\r\n|\r|\n/g) ?? [];
  return (
    isSameMark && document.getText() === withoutMark(present) && ends.every(end => end === lineEnd)
  );
}

/** Replaces only the lines that differ, so that cursors and folds elsewhere stay. */
async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const [older, newer] = [toLines(document.getText()), toLines(text)];
  const starts = [0];
  for (const line of older) {
    starts.push((starts.at(-1) ?? 0) + line.length);
  }
  const at = (line: number) => document.positionAt(starts[line] ?? 0);
  const edit = new vscode.WorkspaceEdit();
  const hunks = findHunks(older, newer);
  const shift = linesAboveView(document, hunks);
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    const range = new vscode.Range(at(oldStart), at(oldEnd));
    edit.replace(document.uri, range, newer.slice(newStart, newEnd).join(''));
  }
  if (edit.size > 0 && !(await vscode.workspace.applyEdit(edit))) {
    throw changed(document.uri.fsPath);
  }
  if (shift !== 0) {
    // VS Code keeps the distance to the top of the file, so the visible text would move.
    await vscode.commands.executeCommand('editorScroll', {
      to: shift < 0 ? 'up' : 'down',
      by: 'wrappedLine',
      value: Math.abs(shift),
      revealCursor: false,
    });
  }
}

/** Counts the lines by which the text visible in the active editor moves down. */
function linesAboveView(document: vscode.TextDocument, hunks: readonly LineHunk[]): number {
  const { activeTextEditor: editor } = vscode.window;
  const top = editor?.document === document ? editor.visibleRanges[0]?.start.line : undefined;
  return hunks
    .filter(({ oldEnd }) => top !== undefined && oldEnd <= top)
    .reduce((sum, hunk) => sum + hunk.newEnd - hunk.newStart - (hunk.oldEnd - hunk.oldStart), 0);
}

function changed(path: string): UserError {
  return new UserError(
    'file.changed',
    vscode.l10n.t('{0} has just changed. Look at it again.', path),
  );
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(1) : text;
}
