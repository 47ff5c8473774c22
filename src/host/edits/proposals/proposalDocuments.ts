import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { byteOrderMark, withoutMark } from './proposalText';

/** Scheme of the right side of a proposed edit: in memory, and the person may change it. */
export const proposalScheme = 'tandem-proposal';
/** Scheme of its left side: the file as it is. Read-only. */
const originalScheme = 'tandem-original';

/** The two documents of one proposal. */
export interface ProposalPair {
  readonly left: vscode.Uri;
  readonly right: vscode.Uri;
}

interface Entry extends ProposalPair {
  before: string;
  bytes: Uint8Array;
  time: number;
  /** The file is no longer what the proposal was made for. */
  isStale: boolean;
}

/** Serves both sides of every proposal. What is saved on the right stays here and reaches no file. */
export class ProposalDocuments
  implements
    vscode.FileSystemProvider,
    vscode.TextDocumentContentProvider,
    vscode.FileDecorationProvider,
    Disposable
{
  private readonly store = new DisposableStore();
  private readonly entries = new Map<string, Entry>();
  /** Tabs from before a reload that hold unsaved text: once saved into here, they close unasked. */
  private readonly orphans = new Map<string, Uint8Array>();
  private readonly released = new Set<string>();
  private readonly fileEmitter = this.store.add(
    new vscode.EventEmitter<vscode.FileChangeEvent[]>(),
  );
  private readonly leftEmitter = this.store.add(new vscode.EventEmitter<vscode.Uri>());
  private readonly markEmitter = this.store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChangeFile = this.fileEmitter.event;
  readonly onDidChange = this.leftEmitter.event;
  readonly onDidChangeFileDecorations = this.markEmitter.event;

  constructor() {
    const { workspace, window } = vscode;
    this.store.add(
      workspace.registerFileSystemProvider(proposalScheme, this, { isCaseSensitive: true }),
    );
    this.store.add(workspace.registerTextDocumentContentProvider(originalScheme, this));
    this.store.add(window.registerFileDecorationProvider(this));
    this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.onClosed(uri)));
  }

  /** @param path absolute; its name decides language and icon, and need not exist */
  add(path: string, before: string, after: string): ProposalPair {
    const query = randomUUID();
    const left = vscode.Uri.file(path).with({ scheme: originalScheme, query });
    const right = left.with({ scheme: proposalScheme });
    const bytes = encode(after, right);
    this.entries.set(query, { left, right, before, bytes, time: Date.now(), isStale: false });
    return { left, right };
  }

  /** Serves them on until VS Code lets go of the right side: a last save may be under way. */
  release({ right }: ProposalPair): void {
    if (findDocument(right)) {
      this.released.add(right.query);
    } else {
      this.entries.delete(right.query);
    }
  }

  setLeft({ left }: ProposalPair, text: string): void {
    const entry = this.entries.get(left.query);
    if (entry && entry.before !== text) {
      entry.before = text;
      this.leftEmitter.fire(left);
    }
  }

  setRight({ right }: ProposalPair, text: string): void {
    const entry = this.entries.get(right.query);
    if (entry) {
      this.replace(entry, encode(text, right));
    }
  }

  /** Puts a mark on the tab: the file has changed since. */
  markStale({ right }: ProposalPair): void {
    const entry = this.entries.get(right.query);
    if (entry && !entry.isStale) {
      entry.isStale = true;
      this.markEmitter.fire(right);
    }
  }

  /** The right side as the person sees it, saved or not. */
  rightText({ right }: ProposalPair): string {
    const document = findDocument(right);
    if (document) {
      return document.getText();
    }
    return new TextDecoder().decode(this.entries.get(right.query)?.bytes);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return withoutMark(this.entries.get(uri.query)?.before ?? '');
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const isStale = uri.scheme === proposalScheme && this.entries.get(uri.query)?.isStale;
    return isStale
      ? new vscode.FileDecoration(
          '!',
          vscode.l10n.t('The file has changed since this edit was proposed'),
          new vscode.ThemeColor('list.warningForeground'),
        )
      : undefined;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { byteLength } = this.readFile(uri);
    const time = this.entries.get(uri.query)?.time ?? 0;
    return { type: vscode.FileType.File, ctime: 0, mtime: time, size: byteLength };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.entries.get(uri.query)?.bytes ?? this.orphans.get(uri.query);
    if (!bytes) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return bytes;
  }

  writeFile(uri: vscode.Uri, bytes: Uint8Array): void {
    const entry = this.entries.get(uri.query);
    if (entry) {
      this.replace(entry, bytes);
    } else {
      this.orphans.set(uri.query, bytes);
    }
  }

  watch(): vscode.Disposable {
    // All changes come through `writeFile` and `setRight`.
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // VS Code makes the folders of a file that it saves and that is not there; here none is needed.
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.store.dispose();
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

  private replace(entry: Entry, bytes: Uint8Array): void {
    entry.bytes = bytes;
    // VS Code takes a newer time for another content, and writes may follow within a millisecond.
    entry.time = Math.max(Date.now(), entry.time + 1);
    this.fileEmitter.fire([{ type: vscode.FileChangeType.Changed, uri: entry.right }]);
  }
}

export function findDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const wanted = uri.toString();
  return vscode.workspace.textDocuments.find(one => !one.isClosed && one.uri.toString() === wanted);
}

/**
 * As UTF-8. Where the person's settings name another encoding a byte order mark overrules them; it
 * shows in the status bar, so that it is left out otherwise.
 */
function encode(text: string, uri: vscode.Uri): Uint8Array {
  const files = vscode.workspace.getConfiguration('files', uri);
  const isPlain =
    files.get('encoding') === 'utf8' &&
    files.get('autoGuessEncoding') !== true &&
    (files.inspect('encoding')?.languageIds ?? []).length === 0;
  return new TextEncoder().encode(isPlain ? text : byteOrderMark + withoutMark(text));
}
