import * as l10n from '@vscode/l10n';
import type { ComponentChild } from 'preact';
import { fillIn } from '../ui/fillIn';
import { Code } from './parts/Code';
import { fileTarget } from './parts/clickTargets';
import { ChangeResult, ChangeSummary, changeOf, hasHunks } from './parts/FileChange';
import { FileDiff } from './parts/FileDiff';
import { LongText } from './parts/LongText';
import type { CallOf, ToolView } from './parts/toolView';

export const notebookEdit: ToolView<'notebookEdit'> = {
  icon: 'notebook',
  clickTarget: ({ call }) => {
    const path = call.locations[0]?.path ?? call.input?.path;
    return path === undefined ? undefined : fileTarget(path);
  },
  Summary: ChangeSummary,
  startsOpen: () => true,
  Request: props => {
    const { call, proposed } = props;
    if (call.input === undefined) {
      return null;
    }
    const { cellType, editMode, source } = call.input;
    return (
      <>
        <p class="tool-note">{describeEdit(call.input)}</p>
        {hasHunks(changeOf(props)) ? null : hasHunks(proposed) ? (
          <FileDiff change={proposed} />
        ) : editMode === 'delete' ? null : (
          <LongText text={source} id={`${call.id}:source`} shown={40}>
            {part => (
              <Code
                text={part}
                label={l10n.t('Source of the cell')}
                language={cellType === 'markdown' ? 'markdown' : 'python'}
              />
            )}
          </LongText>
        )}
      </>
    );
  },
  Result: ChangeResult,
};

type Edit = NonNullable<CallOf<'notebookEdit'>['input']>;

function describeEdit({ cellId, cellType, editMode }: Edit): ComponentChild {
  const id = cellId === undefined ? undefined : <code>{cellId}</code>;
  switch (editMode) {
    case 'replace':
      if (id !== undefined) {
        return fillIn(l10n.t('Replaces cell {0}'), id);
      }
      return cellType === undefined
        ? l10n.t('Replaces a cell')
        : l10n.t('Replaces a {0} cell', cellType);
    case 'delete':
      if (id !== undefined) {
        return fillIn(l10n.t('Deletes cell {0}'), id);
      }
      return cellType === undefined
        ? l10n.t('Deletes a cell')
        : l10n.t('Deletes a {0} cell', cellType);
    case 'insert':
      return describeInsertion(cellType, id);
  }
}

function describeInsertion(cellType: string | undefined, after: ComponentChild): ComponentChild {
  if (after === undefined) {
    return cellType === undefined
      ? l10n.t('Inserts a cell')
      : l10n.t('Inserts a {0} cell', cellType);
  }
  return cellType === undefined
    ? fillIn(l10n.t('Inserts a cell after {0}'), after)
    : fillIn(l10n.t('Inserts a {0} cell after {1}'), cellType, after);
}
