import * as vscode from 'vscode';
import type { BlobId } from '../../contract/ids';
import { type Baselines, isRef } from '../../core/edits/store/baselines';
import { ReadOnlyFiles } from '../editor/readOnlyFiles';

/** Scheme of read-only documents with a file's content before or after an edit. */
export const baselineScheme = 'tandem-baseline';

const nothing = 'none';

/** Stored contents as read-only files, which VS Code decodes and shows like the original ones. */
export class StoredContents extends ReadOnlyFiles {
  constructor(private readonly baselines: Baselines) {
    super();
    this.store.add(
      vscode.workspace.registerFileSystemProvider(baselineScheme, this, { isReadonly: true }),
    );
  }

  /** Keeps the path, for language, icon and name. Without `ref`, the document is empty. */
  uriOf(path: string, ref: BlobId | undefined): vscode.Uri {
    return vscode.Uri.file(path).with({ scheme: baselineScheme, query: ref ?? nothing });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    // Content stored under a ref never changes, so VS Code need not reread it.
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    if (uri.query === nothing) {
      return new Uint8Array();
    }
    const bytes = isRef(uri.query) ? await this.baselines.get(uri.query) : undefined;
    if (!bytes) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return bytes;
  }
}
