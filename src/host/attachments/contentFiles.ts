import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { ReadOnlyFiles } from '../editor/readOnlyFiles';

const scheme = 'tandem-content';
/** Bytes of opened content that are kept for as long as tabs may show it. */
const mostKept = 64 * 1024 * 1024;

/**
 * Read-only files in memory, for content that messages bring along. A file system, because only one
 * opens what is no text, such as a PDF, with the editor's own viewers.
 */
export class ContentFiles extends ReadOnlyFiles {
  /** By URI, least recently opened first. */
  private readonly files = new Map<string, { readonly bytes: Uint8Array; readonly at: number }>();

  constructor(private readonly now: () => number) {
    super();
    this.store.add(vscode.workspace.registerFileSystemProvider(scheme, this, { isReadonly: true }));
  }

  /** Opens content under a name. The same owner and name show the same tab again. */
  async open(owner: string, name: string, bytes: Uint8Array): Promise<vscode.Uri> {
    const path = `/${fileName(name)}`;
    const uri = vscode.Uri.from({ scheme, path, query: owner || randomUUID() });
    const key = uri.toString();
    this.files.delete(key);
    this.files.set(key, { bytes, at: this.now() });
    this.forget();
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
    return uri;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { bytes, at } = this.file(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: at, mtime: at, size: bytes.length, permissions };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.file(uri).bytes;
  }

  private file(uri: vscode.Uri) {
    const file = this.files.get(uri.toString());
    if (!file) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return file;
  }

  private forget(): void {
    let size = [...this.files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    for (const [key, { bytes }] of this.files) {
      if (size <= mostKept || this.files.size === 1) {
        return;
      }
      this.files.delete(key);
      size -= bytes.length;
    }
  }
}

/** Returns a name without folders, and without characters that some editor gives a meaning. */
function fileName(name: string): string {
  const [last = ''] = name.split(/[/\\]/).slice(-1);
  const plain = last
    .replace(/[?#:*"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100);
  return plain === '' || /^\.+$/.test(plain) ? 'content.txt' : plain;
}
