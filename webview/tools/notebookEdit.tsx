import { Code } from './parts/Code';
import { fileTarget } from './parts/clickTargets';
import { ChangeResult, ChangeSummary, changeOf, hasHunks } from './parts/FileChange';
import { LongText } from './parts/LongText';
import type { ToolView } from './parts/toolView';

const verbs = { replace: 'Replaces', insert: 'Inserts', delete: 'Deletes' } as const;

export const notebookEdit: ToolView<'notebookEdit'> = {
  icon: 'notebook',
  clickTarget: ({ call }) => {
    const path = call.locations[0]?.path ?? call.input?.path;
    return path === undefined ? undefined : fileTarget(path);
  },
  Summary: ChangeSummary,
  startsOpen: () => true,
  Request: props => {
    const { call } = props;
    if (call.input === undefined) {
      return null;
    }
    const { cellId, cellType, editMode, source } = call.input;
    const what = `${cellType === undefined ? 'a' : `a ${cellType}`} cell`;
    return (
      <>
        <p class="tool-note">
          {cellId === undefined ? (
            `${verbs[editMode]} ${what}`
          ) : (
            <>
              {editMode === 'insert' ? `Inserts ${what} after ` : `${verbs[editMode]} cell `}
              <code>{cellId}</code>
            </>
          )}
        </p>
        {editMode === 'delete' || hasHunks(changeOf(props)) ? null : (
          <LongText text={source} id={`${call.id}:source`} shown={40}>
            {part => (
              <Code
                text={part}
                label="Source of the cell"
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
