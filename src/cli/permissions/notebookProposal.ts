import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { asString, deepEqual, type JsonObject } from '../../base/json';
import type { EditProposal, NotebookSides } from '../../protocol/agentSource';
import {
  type EditedNotebook,
  editNotebook,
  type NotebookCell,
  type NotebookEdit,
  readCells,
  sourceOf,
} from './notebookFile';

/** Proposes a new source for one cell, with both sides also available as whole notebooks. */
export function notebookProposal(input: JsonObject, path: string): EditProposal | undefined {
  const edit = readEdit(input);
  if (!edit) {
    return undefined;
  }
  const { mode, cellId = '', source } = edit;
  return {
    path,
    kind: 'notebookCell',
    label: mode === 'insert' ? l10n.t('new cell') : l10n.t('cell {0}', cellId),
    agentLabel: mode === 'insert' ? 'new cell' : `cell ${cellId}`,
    sides(current) {
      const before = mode === 'insert' ? '' : sourceOf(current, cellId);
      return { before, after: mode === 'delete' ? '' : source };
    },
    inputFor: (_current, after) => inputWith(input, edit, after),
    notebook: notebookSides(input, edit),
  };
}

function notebookSides(input: JsonObject, edit: NotebookEdit): NotebookSides {
  return {
    sides: current => ({ before: current ?? '', after: editNotebook(current, edit).text }),
    inputFor(current, after) {
      return inputWith(input, edit, editedSource(editNotebook(current, edit), edit, after));
    },
    rebase(older, after, newer) {
      const source = editedSource(editNotebook(older, edit), edit, after);
      const mode = edit.mode === 'delete' && source !== '' ? 'replace' : edit.mode;
      return editNotebook(newer, { ...edit, mode, source }).text;
    },
  };
}

function readEdit(input: JsonObject): NotebookEdit | undefined {
  const mode = asString(input.edit_mode) ?? 'replace';
  const cellId = asString(input.cell_id);
  const isKnown = mode === 'insert' || mode === 'replace' || mode === 'delete';
  if (!isKnown || (mode !== 'insert' && cellId === undefined)) {
    return undefined;
  }
  const source = asString(input.new_source) ?? '';
  return { mode, cellId, cellType: asString(input.cell_type), source };
}

function inputWith(input: JsonObject, { mode }: NotebookEdit, source: string): JsonObject {
  if (mode === 'delete') {
    // The user kept part of the cell that the agent wanted to delete.
    return source === '' ? input : { ...input, edit_mode: 'replace', new_source: source };
  }
  return { ...input, new_source: source };
}

/**
 * Returns the user's version of the one cell source that the call can change.
 * @throws UserError `notebook.unreadable` if the user changed anything else
 */
function editedSource(proposed: EditedNotebook, { mode }: NotebookEdit, after: string): string {
  const expected = readCells(proposed.text);
  const edited = readCells(after);
  const { index } = proposed;
  if (mode === 'delete' && edited.length === expected.length) {
    demandSame(expected, edited);
    return '';
  }
  const own = edited[index];
  const others = mode === 'delete' ? expected : without(expected, index);
  demandSame(others, without(edited, index));
  if (!own) {
    throw onlyOneCell();
  }
  if (mode !== 'delete') {
    demandSame(
      [{ ...own, source: expected[index]?.source ?? '' }],
      expected.slice(index, index + 1),
    );
  }
  return own.source;
}

function demandSame(expected: readonly NotebookCell[], edited: readonly NotebookCell[]): void {
  if (!deepEqual(expected, edited)) {
    throw onlyOneCell();
  }
}

function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_one, at) => at !== index);
}

function onlyOneCell(): UserError {
  return new UserError(
    'notebook.unreadable',
    l10n.t(
      'Only the source of the cell that Claude edits can be changed here. Undo your other changes, or allow the edit and make them in the notebook.',
    ),
  );
}
