import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { EditorSelection } from '../../terminalServer/editor/idePort';
import type { Sharing } from '../sharing/sharing';
import { Debounced } from './debounced';
import { toRange } from './toRange';

/** Milliseconds to wait after a change. */
const pause = 100;
/** Maximum UTF-16 units of a selection; the CLI shows the model the first 2,000. */
const longest = 20_000;

export interface SelectionWatchOptions {
  /** Returns whether the selection is shared; called each time. */
  isShared(): boolean;
  readonly sharing: Sharing;
  readonly clock: Clock;
  /** Sends the current selection; its text is empty if only the path may be shared. */
  send(selection: EditorSelection | undefined): void;
}

interface Kept {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
}

/**
 * Follows the selection in files. While a terminal, a chat or a document of ours has the focus, the
 * previous selection stays.
 */
export class SelectionWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly telling: Debounced;
  private last: Kept | undefined;
  private round = 0;

  constructor(private readonly options: SelectionWatchOptions) {
    const { window } = vscode;
    this.telling = this.store.add(new Debounced(() => void this.tell(), pause, options.clock));
    const soon = () => this.telling.soon();
    this.store.add(window.onDidChangeTextEditorSelection(soon));
    this.store.add(window.onDidChangeActiveTextEditor(soon));
    this.store.add(window.tabGroups.onDidChangeTabs(soon));
    // Send at once: the next prompt in the terminal is about what was selected just before.
    this.store.add(window.onDidChangeActiveTerminal(() => this.telling.flush()));
    this.look();
    void this.tell();
  }

  /** Returns the selection in the active editor, if that shows a file. */
  current(): EditorSelection | undefined {
    const editor = vscode.window.activeTextEditor;
    return editor && isFile(editor.document) && this.options.isShared()
      ? this.known({ document: editor.document, range: editor.selection })
      : undefined;
  }

  /** Returns the selection in the file that was active last. */
  latest(): EditorSelection | undefined {
    this.look();
    return this.last && this.options.isShared() ? this.known(this.last) : undefined;
  }

  /** Sends a pending selection at once. */
  flush(): void {
    this.telling.flush();
  }

  /** Sends the selection again, as the settings may have changed. */
  again(): void {
    this.telling.soon();
  }

  dispose(): void {
    this.round += 1;
    this.store.dispose();
  }

  private look(): void {
    const editor = vscode.window.activeTextEditor;
    if (editor && isFile(editor.document)) {
      this.last = { document: editor.document, range: editor.selection };
    } else if (this.last && !isInTab(this.last.document.uri)) {
      this.last = undefined;
    }
  }

  private async tell(): Promise<void> {
    this.round += 1;
    const { round } = this;
    const { isShared, sharing, send } = this.options;
    this.look();
    const kept = isShared() ? this.last : undefined;
    const mayTell = kept !== undefined && (await sharing.mayTell(kept.document));
    // The selection may have changed meanwhile.
    if (round === this.round) {
      send(kept && selectionOf(kept, mayTell));
    }
  }

  private known(kept: Kept): EditorSelection {
    return selectionOf(kept, this.options.sharing.mayTellNow(kept.document));
  }
}

function selectionOf({ document, range }: Kept, mayTell: boolean): EditorSelection {
  const start = new vscode.Position(0, 0);
  return {
    path: document.uri.fsPath,
    text: mayTell ? document.getText(range).slice(0, longest) : '',
    range: toRange(mayTell ? range : new vscode.Range(start, start)),
  };
}

/** Excludes notebook cells, as their lines would be taken for lines of the file. */
function isFile(document: vscode.TextDocument): boolean {
  return document.uri.scheme === 'file';
}

function isInTab(uri: vscode.Uri): boolean {
  const wanted = uri.toString();
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(({ input }) => {
      const shown =
        input instanceof vscode.TabInputText
          ? input.uri
          : input instanceof vscode.TabInputTextDiff
            ? input.modified
            : undefined;
      return shown?.toString() === wanted;
    }),
  );
}
