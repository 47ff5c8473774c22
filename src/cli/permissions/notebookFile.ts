import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { asString, isObject, type JsonObject } from '../../base/json';

/** Parsed input of NotebookEdit. */
export interface NotebookEdit {
  readonly mode: 'replace' | 'insert' | 'delete';
  /** Cell to replace, delete or insert after; `undefined` inserts at the start. */
  readonly cellId: string | undefined;
  readonly cellType: string | undefined;
  readonly source: string;
}

export interface EditedNotebook {
  readonly text: string;
  /** Position of the changed cell; for a deleted cell, its previous position. */
  readonly index: number;
}

/** Parts of a cell that the user sees. */
export interface NotebookCell {
  readonly type: string;
  /** Source with line feeds only. */
  readonly source: string;
  readonly outputs: number;
}

/**
 * Returns the notebook after the edit as the CLI writes it, except for an inserted cell's id.
 * @throws UserError `edit.noMatch`
 */
export function editNotebook(text: string | undefined, edit: NotebookEdit): EditedNotebook {
  const notebook = parseNotebook(text);
  const cells = cellsOf(notebook);
  const found = edit.cellId === undefined ? -1 : indexOf(cells, edit.cellId);
  const index = edit.mode === 'insert' ? found + 1 : found;
  const old = cells[index];
  const changed =
    edit.mode === 'insert'
      ? newCell(edit, isNamed(notebook))
      : edit.mode === 'replace' && old
        ? replacedCell(old, edit)
        : undefined;
  cells.splice(index, edit.mode === 'insert' ? 0 : 1, ...(changed ? [changed] : []));
  return { text: JSON.stringify({ ...notebook, cells }, undefined, 1), index };
}

/**
 * Returns the source of a cell, by id or by position ("cell-3", counted from 0): the CLI names
 * cells without ids by position.
 * @throws UserError `edit.noMatch`
 */
export function sourceOf(text: string | undefined, id: string): string {
  const cells = cellsOf(parseNotebook(text));
  return joined(cells[indexOf(cells, id)]?.source);
}

/** @throws UserError `edit.noMatch` */
export function readCells(text: string | undefined): NotebookCell[] {
  return cellsOf(parseNotebook(text)).map(cell => ({
    type: asString(cell.cell_type) ?? '',
    source: joined(cell.source).replaceAll(/\r\n?/g, '\n'),
    outputs: Array.isArray(cell.outputs) ? cell.outputs.length : 0,
  }));
}

function parseNotebook(text: string | undefined): JsonObject {
  try {
    const notebook: unknown = JSON.parse(text ?? '');
    return isObject(notebook) ? notebook : {};
  } catch (error) {
    throw new UserError('edit.noMatch', l10n.t('The notebook cannot be read.'), { cause: error });
  }
}

function cellsOf({ cells }: JsonObject): JsonObject[] {
  return Array.isArray(cells) ? cells.filter(isObject) : [];
}

function indexOf(cells: readonly JsonObject[], id: string): number {
  const byId = cells.findIndex(cell => cell.id === id);
  const position = Number(/^cell-(\d+)$/.exec(id)?.[1] ?? -1);
  const index = byId === -1 ? position : byId;
  if (!cells[index]) {
    throw new UserError('edit.noMatch', l10n.t('The notebook has no cell {0}.', id));
  }
  return index;
}

function replacedCell(cell: JsonObject, { source, cellType }: NotebookEdit): JsonObject {
  const type = cellType ?? cell.cell_type;
  const ran = type === 'code' ? { execution_count: null, outputs: [] } : {};
  return { ...cell, cell_type: type, source, ...ran };
}

function newCell({ source, cellType }: NotebookEdit, isNamed: boolean): JsonObject {
  return {
    cell_type: cellType ?? 'code',
    ...(isNamed ? { id: 'new-cell' } : {}),
    metadata: {},
    source,
    ...(cellType === 'markdown' ? {} : { execution_count: null, outputs: [] }),
  };
}

/** Since format 4.5 every cell has an id. */
function isNamed({ nbformat, nbformat_minor }: JsonObject): boolean {
  const [major, minor] = [Number(nbformat ?? 0), Number(nbformat_minor ?? 0)];
  return major > 4 || (major === 4 && minor >= 5);
}

function joined(source: unknown): string {
  return Array.isArray(source) ? source.join('') : (asString(source) ?? '');
}
