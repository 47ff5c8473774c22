import * as l10n from '@vscode/l10n';
import { availableText } from '../../src/contract/content';
import { languageOfPath } from '../ui/highlight/languages';
import { longestOpenDiff } from './edit';
import { Code } from './parts/Code';
import { fileTarget } from './parts/clickTargets';
import { ChangeResult, ChangeSummary, changeOf, hasHunks } from './parts/FileChange';
import { FileDiff } from './parts/FileDiff';
import { LongText } from './parts/LongText';
import { fileName, linesOf } from './parts/plainText';
import type { ToolProps, ToolView } from './parts/toolView';

export const write: ToolView<'write'> = {
  icon: 'new-file',
  clickTarget: ({ call }) => {
    const path = call.locations[0]?.path ?? call.input?.path;
    return path === undefined ? undefined : fileTarget(path);
  },
  shownTarget: props => (isPlanFile(props) ? fileName(props.call.target ?? '') : props.call.target),
  Summary: ChangeSummary,
  startsOpen: props => {
    if (isPlanFile(props)) {
      return false;
    }
    const content = props.call.input?.content;
    const change = changeOf(props);
    return hasHunks(change)
      ? change.added + change.removed <= longestOpenDiff
      : content === undefined || linesOf(availableText(content)).length <= longestOpenDiff;
  },
  // New files have no hunks, so their content is shown instead.
  Request: props => {
    const { call, proposed } = props;
    if (call.input === undefined || hasHunks(changeOf(props))) {
      return null;
    }
    if (hasHunks(proposed)) {
      return <FileDiff change={proposed} />;
    }
    const { path, content } = call.input;
    return content === '' ? (
      <p class="tool-note">{l10n.t('An empty file')}</p>
    ) : (
      <LongText text={content} id={`${call.id}:content`} shown={40}>
        {part => (
          <Code
            text={part}
            label={l10n.t('Content to write')}
            language={languageOfPath(path)}
            firstLine={1}
          />
        )}
      </LongText>
    );
  },
  Result: ChangeResult,
};

/** @returns true for the file of a plan, which the card of the plan shows */
function isPlanFile({ call, turn }: ToolProps<'write'>): boolean {
  const path = call.input?.path;
  if (path === undefined) {
    return false;
  }
  return (
    /[\\/]\.claude[\\/]plans[\\/]/.test(path) ||
    turn?.items.some(
      item =>
        (item.kind === 'tool' && item.call.family === 'plan' && item.call.input?.path === path) ||
        (item.kind === 'ask' && item.prompt.kind === 'plan' && item.prompt.path === path),
    ) === true
  );
}
