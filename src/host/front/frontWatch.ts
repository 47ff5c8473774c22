import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { WithheldFront } from '../../contract/mentions';
import { isChatInFront } from '../editor/chatInFront';
import { selectedLines } from '../editor/selectedLines';
import type { Sharing } from '../sharing/sharing';
import { type ActiveDocument, activeDocument, isInTab, visibleDocument } from './activeDocument';
import { cutSelection, type Front, longestSelection, nameOf, type SelectedText } from './frontText';

/** Milliseconds between two looks while the user selects. */
const pause = 40;

export type FrontMode = 'always' | 'selection' | 'never';

export interface FrontWatchOptions {
  readonly sharing: Pick<Sharing, 'reasonAgainst'>;
  readonly clock: Clock;
  /** Start of the ids, different each time that the host starts. */
  readonly idPrefix: string;
  mode(): FrontMode;
  /** Returns false while no page is visible. */
  isWanted(): boolean;
}

export interface FrontState {
  readonly front?: Front;
  readonly withheld?: WithheldFront;
  readonly place?: ActiveDocument;
}

/** Follows what is selected or open in the active editor, as far as it may be shared. */
export class FrontWatch implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private last: ActiveDocument | undefined;
  private state: FrontState = {};
  private timer: Disposable | undefined;
  private round = 0;
  private count = 0;

  readonly onChanged = this.changed.event;

  constructor(private readonly options: FrontWatchOptions) {
    const { window, workspace } = vscode;
    const soon = () => this.soon();
    this.store.add(window.onDidChangeTextEditorSelection(soon));
    this.store.add(window.onDidChangeActiveTextEditor(soon));
    this.store.add(window.onDidChangeActiveNotebookEditor(soon));
    this.store.add(window.onDidChangeNotebookEditorSelection(soon));
    this.store.add(window.tabGroups.onDidChangeTabs(soon));
    this.store.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.last?.document) {
          soon();
        }
      }),
    );
  }

  get current(): FrontState {
    return this.state;
  }

  /** Document that a chat's user worked in last. */
  get lastDocument(): ActiveDocument | undefined {
    this.look();
    return this.last;
  }

  /** Looks again in a moment; several requests are one look. */
  soon(): void {
    if (!this.timer && this.options.isWanted()) {
      this.timer = this.options.clock.setTimeout(() => {
        this.timer = undefined;
        void this.find();
      }, pause);
    }
  }

  dispose(): void {
    this.round += 1;
    this.timer?.dispose();
    this.store.dispose();
  }

  private look(): void {
    const active = activeDocument();
    if (active) {
      this.last = active;
    } else if (!isChatInFront()) {
      // An image, a custom editor, or nothing at all.
      this.last = undefined;
    } else if (!this.last || !isInTab(this.last)) {
      this.last = visibleDocument();
    }
  }

  private async find(): Promise<void> {
    this.round += 1;
    const { round } = this;
    this.look();
    const mode = this.options.mode();
    const place = mode === 'never' ? undefined : this.last;
    const selection = place && selectionOf(place);
    if (!place || (mode === 'selection' && !selection)) {
      this.set({});
      return;
    }
    const { document, file } = place;
    const reason = file && (await this.options.sharing.reasonAgainst(document, file));
    // Another editor may be in front meanwhile.
    if (round !== this.round) {
      return;
    }
    const named = namesOf(place);
    if (reason) {
      this.set({ withheld: { name: nameOf(named), reason } });
      return;
    }
    const front = { id: '', ...named, ...(selection ? { selection } : {}) };
    this.set({ front: this.numbered(front), place });
  }

  /** Returns it with the id of the current one if nothing differs. */
  private numbered(front: Front): Front {
    const { front: current } = this.state;
    if (current && isSame(current, front)) {
      return current;
    }
    this.count += 1;
    return { ...front, id: `${this.options.idPrefix}-${this.count}` };
  }

  private set(state: FrontState): void {
    const { front, withheld } = this.state;
    const isOld =
      state.front === front &&
      state.withheld?.name === withheld?.name &&
      state.withheld?.reason === withheld?.reason;
    this.state = state;
    if (!isOld) {
      this.changed.fire();
    }
  }
}

function namesOf({ file, name, cell }: ActiveDocument): Pick<Front, 'path' | 'name' | 'cell'> {
  return {
    ...(file ? { path: file.fsPath } : {}),
    ...(name === undefined ? {} : { name }),
    ...(cell === undefined ? {} : { cell }),
  };
}

/** Reads the selected text as the editor has it, saved or not. */
function selectionOf({ document, selection }: ActiveDocument): SelectedText | undefined {
  const lines = selectedLines(selection);
  if (!lines) {
    return undefined;
  }
  // Most of a huge selection need not be read.
  const end = new vscode.Position(lines.start + longestSelection.lines + 1, 0);
  const last = selection.end.isAfter(end) ? end : selection.end;
  const text = document.getText(new vscode.Range(selection.start, last));
  return text.trim() === ''
    ? undefined
    : cutSelection(text, { start: lines.start + 1, end: lines.end + 1 });
}

function isSame(one: Front, other: Front): boolean {
  return (
    one.path === other.path &&
    one.name === other.name &&
    one.cell === other.cell &&
    one.selection?.text === other.selection?.text &&
    one.selection?.isCut === other.selection?.isCut &&
    one.selection?.lines.start === other.selection?.lines.start &&
    one.selection?.lines.end === other.selection?.lines.end
  );
}
