import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { FileView } from '../../core/edits/review/fileView';
import type { CommandId } from '../contributed';

/** CodeLenses to keep or undo each of the agent's changes within the file. */
export class HunkLenses implements vscode.CodeLensProvider, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(
    private readonly list: ChangeList,
    /** Reads the setting; called for each file. */
    private readonly isWanted: () => boolean,
    onSettings: (listener: () => void) => Disposable,
  ) {
    this.store.add(list.onChanged(() => this.changed.fire()));
    this.store.add(onSettings(() => this.changed.fire()));
    this.store.add(vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this));
  }

  provideCodeLenses({ uri, lineCount }: vscode.TextDocument): vscode.CodeLens[] {
    if (!this.isWanted()) {
      return [];
    }
    return this.list.at(uri.fsPath).flatMap(view => {
      const hunks = view.hunks.flatMap(hunk => {
        const line = Math.min(hunk.now.start, lineCount - 1);
        const { now, before } = hunk;
        const { channelId } = view.channel.record;
        const target = [uri.fsPath, channelId, now.start, before.start];
        const edited = hunk.isEdited ? ` ${vscode.l10n.t('(these lines have changed since)')}` : '';
        return [
          lens(line, `$(check) ${vscode.l10n.t('Keep')}`, 'tandem.changes.keepHunk', target),
          lens(
            line,
            `$(discard) ${vscode.l10n.t('Undo')}${edited}`,
            'tandem.changes.undoHunk',
            target,
          ),
        ];
      });
      return [...wholeFile(view), ...hunks];
    });
  }

  dispose(): void {
    this.store.dispose();
  }
}

function wholeFile(view: FileView): vscode.CodeLens[] {
  const target = [{ kind: 'file', view }];
  const count = view.hunks.length;
  if (view.kind === 'updated' && count < 2) {
    return [];
  }
  const what =
    view.kind === 'created'
      ? vscode.l10n.t('New file by an agent')
      : vscode.l10n.t('{0} agent changes', count);
  return [
    lens(0, what, 'tandem.changes.openDiff', target),
    lens(0, `$(check-all) ${vscode.l10n.t('Keep All')}`, 'tandem.changes.keepFile', target),
    lens(0, `$(discard) ${vscode.l10n.t('Undo All')}`, 'tandem.changes.undoFile', target),
  ];
}

function lens(line: number, title: string, command: CommandId, args: unknown[]): vscode.CodeLens {
  const range = new vscode.Range(line, 0, line, 0);
  return new vscode.CodeLens(range, { title, command, arguments: args });
}
