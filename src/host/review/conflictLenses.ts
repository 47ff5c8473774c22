import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import {
  type ConflictNames,
  findConflicts,
  type MarkedConflict,
} from '../../core/edits/text/conflictMarkers';
import { nativeUi } from '../nativeText/nativeUi';

/** Internal command, used only by the lenses and not contributed. */
const take = '_tandem.conflict.take';

type Side = 'ours' | 'theirs' | 'both';

/** Returns the labels of the conflict markers that a manual merge writes into a file. */
export function conflictNames(): ConflictNames {
  return {
    ours: vscode.l10n.t('Your file'),
    theirs: vscode.l10n.t('Without this change'),
  };
}

/**
 * Offers actions above our own conflicts, unless VS Code's merge-conflict extension does so for
 * all.
 */
export class ConflictLenses implements vscode.CodeLensProvider, Disposable {
  private readonly store = new DisposableStore();

  constructor(
    /** Evaluated for each file: the user may disable the extension. */
    private readonly hasOwnLenses = () =>
      vscode.extensions.getExtension('vscode.merge-conflict') !== undefined,
  ) {
    this.store.add(vscode.languages.registerCodeLensProvider({ scheme: 'file' }, this));
    this.store.add(vscode.commands.registerCommand(take, this.take, this));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (this.hasOwnLenses()) {
      return [];
    }
    const { uri } = document;
    return findConflicts(document.getText(), conflictNames()).flatMap(({ start }) => [
      lens(uri, start, 'ours', vscode.l10n.t('Keep Your Lines')),
      lens(uri, start, 'theirs', vscode.l10n.t('Undo This Change')),
      lens(uri, start, 'both', vscode.l10n.t('Keep Both')),
    ]);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async take(uri: vscode.Uri, start: number, side: Side): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const conflict = findConflicts(document.getText(), conflictNames()).find(
      one => one.start === start,
    );
    if (!conflict) {
      // The lens is outdated.
      void nativeUi.showWarningMessage(vscode.l10n.t('This conflict is no longer there.'));
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    for (const [from, to] of dropped(conflict, side)) {
      edit.delete(uri, new vscode.Range(from, 0, to, 0));
    }
    await vscode.workspace.applyEdit(edit);
  }
}

/** Returns half-open ranges of lines to remove. */
function dropped({ start, middle, end }: MarkedConflict, side: Side): [number, number][] {
  switch (side) {
    case 'ours':
      return [
        [start, start + 1],
        [middle, end + 1],
      ];
    case 'theirs':
      return [
        [start, middle + 1],
        [end, end + 1],
      ];
    case 'both':
      return [
        [start, start + 1],
        [middle, middle + 1],
        [end, end + 1],
      ];
  }
}

function lens(uri: vscode.Uri, line: number, side: Side, title: string): vscode.CodeLens {
  const range = new vscode.Range(line, 0, line, 0);
  return new vscode.CodeLens(range, { title, command: take, arguments: [uri, line, side] });
}
