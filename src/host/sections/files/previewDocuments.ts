import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ReadOnlyFiles } from '../../editor/readOnlyFiles';
import { lineText } from '../../nativeText/neutral';
import type { ChangePreview, FilePreview } from './changePreview';

const scheme = 'tandem-settings';
/** Documents that open diffs may still show. */
const mostKept = 40;

/** Shows changes before they are made: left the file as it is now, right as it would be. */
export class PreviewDocuments extends ReadOnlyFiles implements ChangePreview {
  /** By URI, the oldest first. */
  private readonly contents = new Map<string, Uint8Array>();

  constructor() {
    super();
    this.store.add(vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly: true }));
  }

  async show(title: string, files: readonly FilePreview[]): Promise<void> {
    const pairs = files.map(({ path, stored, after }) => ({
      file: vscode.Uri.file(path),
      left: this.add(path, stored.bytes ?? new Uint8Array()),
      right: after && this.add(path, after),
    }));
    const [first] = pairs;
    if (pairs.length === 1 && first) {
      const options = { preview: true, viewColumn: vscode.ViewColumn.Active };
      const { left, right = this.add(first.file.fsPath, new Uint8Array()) } = first;
      await vscode.commands.executeCommand('vscode.diff', left, right, lineText(title), options);
      return;
    }
    const resources = pairs.map(({ file, left, right }) => [file, left, right]);
    await vscode.commands.executeCommand('vscode.changes', lineText(title), resources);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { length } = this.readFile(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length, permissions };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const bytes = this.contents.get(uri.toString());
    if (!bytes) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return bytes;
  }

  private add(path: string, bytes: Uint8Array): vscode.Uri {
    const uri = vscode.Uri.file(path).with({ scheme, query: randomUUID() });
    this.contents.set(uri.toString(), bytes);
    for (const old of this.contents.keys()) {
      if (this.contents.size <= mostKept) break;
      this.contents.delete(old);
    }
    return uri;
  }
}
