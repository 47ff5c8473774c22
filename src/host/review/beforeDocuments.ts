import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { decodeText } from '../../core/edits/fileContent';
import type { ChangeList } from '../../core/edits/review/changeList';
import { fromLines } from '../../core/edits/review/contents';
import type { ReviewedFiles } from '../../core/edits/review/reviewedFiles';

/** Scheme of a file without its pending changes. */
export const beforeScheme = 'tandem-before';

export function beforeUri(path: string): vscode.Uri {
  return vscode.Uri.file(path).with({ scheme: beforeScheme });
}

/** Files with all pending changes by the agent undone, for the left side of a diff. */
export class BeforeDocuments implements vscode.TextDocumentContentProvider, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly list: ChangeList,
    private readonly files: ReviewedFiles,
  ) {
    this.store.add(vscode.workspace.registerTextDocumentContentProvider(beforeScheme, this));
    this.store.add(
      list.onChanged(paths => {
        for (const { uri } of vscode.workspace.textDocuments) {
          if (uri.scheme === beforeScheme && paths.has(uri.fsPath)) {
            this.changed.fire(uri);
          }
        }
      }),
    );
  }

  async provideTextDocumentContent({ fsPath }: vscode.Uri): Promise<string> {
    await this.list.settled();
    return decodeText((await this.bytesBefore(fsPath)) ?? new Uint8Array()).text;
  }

  dispose(): void {
    this.store.dispose();
  }

  private async bytesBefore(path: string): Promise<Uint8Array | undefined> {
    const views = this.list.at(path);
    const [first] = views;
    if (!first) {
      // Everything is decided, so both sides are equal.
      return (await this.files.read(this.list.located(path))).bytes;
    }
    if (!first.lines) {
      return first.before;
    }
    let lines = first.lines.now;
    for (const view of views) {
      lines = view.lines?.text.originalOf(lines) ?? lines;
    }
    return fromLines(lines, first.lines.encoding);
  }
}
