import { UserError } from '../base/errors';
import { asString, isObject, type JsonObject } from '../base/json';
import type { EditProposal } from '../protocol/agentSource';

interface Cell {
  readonly id?: string;
  readonly source: string;
}

/** One cell's source as it is and as it would be. */
export function notebookProposal(input: JsonObject, path: string): EditProposal | undefined {
  const source = asString(input.new_source) ?? '';
  const cellId = asString(input.cell_id);
  const mode = asString(input.edit_mode) ?? 'replace';
  if (mode !== 'insert' && cellId === undefined) {
    return undefined;
  }
  return {
    path,
    kind: 'notebookCell',
    label: mode === 'insert' ? 'new cell' : `cell ${cellId}`,
    sides(current) {
      const before = mode === 'insert' ? '' : findCell(current, cellId ?? '').source;
      return { before, after: mode === 'delete' ? '' : source };
    },
    inputFor(_current, after) {
      if (mode === 'delete') {
        // Something was left of the cell that the agent wanted to delete.
        return after === '' ? input : { ...input, edit_mode: 'replace', new_source: after };
      }
      return { ...input, new_source: after };
    },
  };
}

/** By id, or by position ("cell-3", counted from 0) as the CLI names cells that have none. */
function findCell(text: string | undefined, id: string): Cell {
  const cells = readCells(text);
  const position = /^cell-(\d+)$/.exec(id)?.[1];
  const cell =
    cells.find(one => one.id === id) ??
    (position === undefined ? undefined : cells[Number(position)]);
  if (!cell) {
    throw new UserError('edit.noMatch', `The notebook has no cell ${id}.`);
  }
  return cell;
}

function readCells(text: string | undefined): Cell[] {
  let notebook: unknown;
  try {
    notebook = JSON.parse(text ?? '');
  } catch (error) {
    throw new UserError('edit.noMatch', 'The notebook cannot be read.', { cause: error });
  }
  const cells = isObject(notebook) && Array.isArray(notebook.cells) ? notebook.cells : [];
  return cells.filter(isObject).map(cell => {
    const id = asString(cell.id);
    const { source } = cell;
    return {
      ...(id === undefined ? {} : { id }),
      source: Array.isArray(source) ? source.join('') : (asString(source) ?? ''),
    };
  });
}
