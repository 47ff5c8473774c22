import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { proposalScheme } from '../contributed';
import { findDocument, findNotebook, notebookText, retype } from '../editor/openDocuments';
import { ReadOnlyFiles } from '../editor/readOnlyFiles';
import { byteOrderMark, withoutMark } from './proposalText';

/** Scheme of a proposal's left side: the present file. A file system, as notebooks need one. */
const originalScheme = 'tandem-original';

/** Both documents of a proposal. */
export interface ProposalPair {
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
  /** Both are whole notebooks, for VS Code's notebook editor. */
  readonly isNotebook: boolean;
}

interface Content {
  bytes: Uint8Array;
  time: number;
}

interface Entry extends ProposalPair {
  /** The right side cannot be changed either. */
  readonly isReadOnly: boolean;
  readonly original: Content;
  readonly proposed: Content;
  /** Reason why the left side does not fully represent the file. */
  mark: string | undefined;
}

/** Serves both sides of every proposal. Text saved on the right stays here and reaches no file. */
export class ProposalDocuments extends ReadOnlyFiles implements vscode.FileDecorationProvider {
  private readonly entries = new Map<string, Entry>();
  /** Text saved from tabs that a reload has left over, so that they close without asking. */
  private readonly orphans = new Map<string, Uint8Array>();
  private readonly released = new Set<string>();
  private readonly markEmitter = this.store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChangeFileDecorations = this.markEmitter.event;

  constructor() {
    super();
    const { workspace, window } = vscode;
    this.store.add(
      workspace.registerFileSystemProvider(proposalScheme, this, { isCaseSensitive: true }),
    );
    this.store.add(
      workspace.registerFileSystemProvider(originalScheme, this, {
        isCaseSensitive: true,
        isReadonly: true,
      }),
    );
    this.store.add(window.registerFileDecorationProvider(this));
    this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.onClosed(uri)));
    this.store.add(workspace.onDidCloseNotebookDocument(({ uri }) => this.onClosed(uri)));
  }

  /** @param path absolute; its name decides language, icon and editor, and need not exist */
  add(
    path: string,
    before: string,
    after: string,
    { isNotebook = false, isReadOnly = false } = {},
  ): ProposalPair {
    const query = randomUUID();
    const left = vscode.Uri.file(path).with({ scheme: originalScheme, query });
    const right = left.with({ scheme: proposalScheme });
    const time = Date.now();
    this.entries.set(query, {
      ...{ left, right, isNotebook, isReadOnly, mark: undefined },
      original: { bytes: encode(before, left), time },
      proposed: { bytes: encode(after, right), time },
    });
    return { left, right, isNotebook };
  }

  /** Keeps serving the pair until VS Code closes the right side: a last save may be in progress. */
  release({ right }: ProposalPair): void {
    if (findDocument(right) ?? findNotebook(right)) {
      this.released.add(right.query);
    } else {
      this.entries.delete(right.query);
    }
  }

  setLeft({ left }: ProposalPair, text: string): void {
    const content = this.entries.get(left.query)?.original;
    const bytes = encode(text, left);
    if (content && Buffer.compare(content.bytes, bytes) !== 0) {
      this.replace(left, content, bytes);
    }
  }

  /** @returns `false` if the user typed meanwhile and nothing was changed */
  async setRight({ right }: ProposalPair, text: string): Promise<boolean> {
    const document = findDocument(right);
    if (document?.isDirty) {
      // VS Code does not reread a file with unsaved text.
      return retype(document, text);
    }
    const notebook = findNotebook(right);
    if (notebook?.isDirty && !(await notebook.save())) {
      return false;
    }
    const content = this.entries.get(right.query)?.proposed;
    if (content) {
      this.replace(right, content, encode(text, right));
    }
    return true;
  }

  /**
   * Sets or removes the mark on the tab.
   * @param words reason why the file differs
   */
  mark({ right }: ProposalPair, words: string | undefined): void {
    const entry = this.entries.get(right.query);
    if (entry && entry.mark !== words) {
      entry.mark = words;
      this.markEmitter.fire(right);
    }
  }

  /** Returns the right side as the user sees it, saved or not. */
  rightText({ right }: ProposalPair): string {
    const document = findDocument(right);
    if (document?.isDirty) {
      return document.getText();
    }
    const notebook = findNotebook(right);
    // Saved text is stored here; VS Code may not have reread it yet.
    return notebook?.isDirty
      ? notebookText(notebook)
      : new TextDecoder().decode(this.entries.get(right.query)?.proposed.bytes);
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const tooltip = uri.scheme === proposalScheme ? this.entries.get(uri.query)?.mark : undefined;
    return tooltip === undefined
      ? undefined
      : new vscode.FileDecoration('!', tooltip, new vscode.ThemeColor('list.warningForeground'));
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { byteLength } = this.readFile(uri);
    const time = this.contentOf(uri)?.time ?? 0;
    const isReadOnly = this.entries.get(uri.query)?.isReadOnly === true;
    return {
      ...{ type: vscode.FileType.File, ctime: 0, mtime: time, size: byteLength },
      ...(isReadOnly ? { permissions: vscode.FilePermission.Readonly } : {}),
    };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.contentOf(uri)?.bytes ?? this.orphans.get(uri.query);
    if (!bytes) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return bytes;
  }

  override writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const content = this.contentOf(uri);
    if (content) {
      this.replace(uri, content, bytes);
    } else {
      this.orphans.set(uri.query, bytes);
    }
  }

  override createDirectory(): void {
    // VS Code creates missing folders for a file that it saves; none are needed here.
  }

  override dispose(): void {
    super.dispose();
    this.entries.clear();
    this.orphans.clear();
  }

  private onClosed({ scheme, query }: vscode.Uri): void {
    if (scheme === proposalScheme) {
      this.orphans.delete(query);
      if (this.released.delete(query)) {
        this.entries.delete(query);
      }
    }
  }

  private contentOf({ scheme, query }: vscode.Uri): Content | undefined {
    const entry = this.entries.get(query);
    return scheme === proposalScheme ? entry?.proposed : entry?.original;
  }

  private replace(uri: vscode.Uri, content: Content, bytes: Uint8Array): void {
    content.bytes = bytes;
    // VS Code detects changes by time, and writes may follow within a millisecond.
    content.time = Math.max(Date.now(), content.time + 1);
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }
}

/**
 * Encodes as UTF-8. If settings may name another encoding, adds a byte order mark to override it.
 * The mark shows in the status bar, so it is omitted otherwise.
 */
function encode(text: string, uri: vscode.Uri): Uint8Array {
  const files = vscode.workspace.getConfiguration('files', uri);
  const isPlain =
    files.get('encoding') === 'utf8' &&
    files.get('autoGuessEncoding') !== true &&
    (files.inspect('encoding')?.languageIds ?? []).length === 0;
  return new TextEncoder().encode(isPlain ? text : byteOrderMark + withoutMark(text));
}
