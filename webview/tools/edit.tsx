import * as l10n from '@vscode/l10n';
import { fileTarget } from './parts/clickTargets';
import { formatNumber } from './parts/counts';
import { ChangeResult, ChangeSummary, changeOf, hasHunks } from './parts/FileChange';
import { FileDiff } from './parts/FileDiff';
import { ProposedEdit } from './parts/ProposedEdit';
import type { ToolView } from './parts/toolView';

/** Most changed lines of a diff that starts unfolded. */
export const longestOpenDiff = 80;

export const edit: ToolView<'edit'> = {
  icon: 'edit',
  clickTarget: ({ call }) => {
    const [location] = call.locations;
    const path = location?.path ?? call.input?.path;
    return path === undefined ? undefined : fileTarget(path, location?.line);
  },
  Summary: ChangeSummary,
  startsOpen: props => {
    const change = changeOf(props);
    return change === undefined || change.added + change.removed <= longestOpenDiff;
  },
  Request: props => {
    const { call, proposed } = props;
    if (call.input === undefined || hasHunks(changeOf(props))) {
      return null;
    }
    const { edits, path } = call.input;
    if (hasHunks(proposed)) {
      return <FileDiff change={proposed} />;
    }
    return (
      <>
        {edits.map((edit, index) => (
          <div key={index} class="tool-block">
            {edits.length > 1 || edit.replaceAll ? (
              <p class="tool-note">
                {edits.length > 1
                  ? l10n.t('Edit {0} of {1} edits', index + 1, formatNumber(edits.length))
                  : ''}
                {edit.replaceAll ? ` ${l10n.t('Every occurrence')}` : ''}
              </p>
            ) : null}
            <ProposedEdit edit={edit} path={path} id={`${call.id}:${index}`} />
          </div>
        ))}
      </>
    );
  },
  Result: ChangeResult,
};
