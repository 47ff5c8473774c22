import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { UserError } from '../../base/errors';
import { isOnUnknownShare } from '../../base/networkPath';
import { decodeText, readContent } from '../../core/edits/fileContent';
import { raceTimeout } from '../../node/raceTimeout';
import { hasUnsavedText, onTextChange } from '../editor/openDocuments';
import { byteOrderMark } from './proposalText';

/** Milliseconds for reading a proposal's file. */
const timeLimit = 5_000;

/** The file as last compared with the proposal. */
export interface Present {
  /** Text with byte order mark, as the agent's tools see it; `undefined` if there is no file. */
  readonly text: string | undefined;
  readonly isLossy: boolean;
}

/** A proposal's file, on disk and in editors. */
export class ProposalFile implements Disposable {
  private readonly uri: vscode.Uri;
  private readonly store = new DisposableStore();
  /** Looking at the file would sign in to a server that the user has not chosen. */
  private readonly isElsewhere: boolean;

  /** @param name file name for messages */
  constructor(
    private readonly path: string,
    private readonly name: string,
    private readonly clock: Clock,
    platform: NodeJS.Platform = process.platform,
  ) {
    this.uri = vscode.Uri.file(path);
    const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
    this.isElsewhere = isOnUnknownShare(path, folders, platform);
  }

  /** An editor shows a text that differs from the file. */
  get hasUnsavedText(): boolean {
    return hasUnsavedText(this.uri);
  }

  /** @throws UserError `file.unreadable` */
  async read(): Promise<Present> {
    if (this.isElsewhere) {
      throw this.unreadable(vscode.l10n.t('It is on a network share outside of this workspace.'));
    }
    const content = await raceTimeout(readContent(this.path), timeLimit, this.clock);
    switch (content?.kind) {
      case 'absent':
        return { text: undefined, isLossy: false };
      case 'read': {
        const { text, hasByteOrderMark, isLossy } = decodeText(content.bytes);
        return { text: hasByteOrderMark ? byteOrderMark + text : text, isLossy };
      }
      default:
        throw this.unreadable(content?.reason ?? vscode.l10n.t('Reading it took too long.'));
    }
  }

  /** Watches for possible changes on disk and for typing in an editor. */
  watch(onDisk: () => void, inEditor: () => void): void {
    if (this.isElsewhere) {
      return;
    }
    const { path } = this.uri;
    const name = path.slice(path.lastIndexOf('/') + 1);
    // Escaped, because a name such as [id].tsx would be read as a pattern.
    const pattern = name.replaceAll(/[[\]{}*?]/g, '[$&]');
    const folder = vscode.Uri.joinPath(this.uri, '..');
    const watcher = this.store.add(
      vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, pattern)),
    );
    watcher.onDidChange(onDisk);
    watcher.onDidCreate(onDisk);
    watcher.onDidDelete(onDisk);
    this.store.add(onTextChange(this.uri, inEditor));
  }

  dispose(): void {
    this.store.dispose();
  }

  private unreadable(why: string): UserError {
    const message = vscode.l10n.t('{0} cannot be compared. {1}', this.name, why);
    return new UserError('file.unreadable', message);
  }
}
