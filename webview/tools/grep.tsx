import * as l10n from '@vscode/l10n';
import { resultCount } from './parts/counts';
import { foundSummary, SearchedIn } from './parts/SearchedIn';
import type { ToolView } from './parts/toolView';

export const grep: ToolView<'grep'> = {
  icon: 'search',
  optionLabels: grepOptions,
  Summary: ({ call }) => foundSummary(call.content, resultCount),
  Request: ({ call }) => <SearchedIn path={call.input?.path} files={call.input?.glob} />,
};

function grepOptions(): Readonly<Record<string, string>> {
  return {
    '-n': l10n.t('Line numbers'),
    '-i': l10n.t('Ignore case'),
    '-A': l10n.t('Lines after'),
    '-B': l10n.t('Lines before'),
    '-C': l10n.t('Lines around'),
    '-o': l10n.t('Matches only'),
    context: l10n.t('Lines around'),
    multiline: l10n.t('Across lines'),
    head_limit: l10n.t('Most results'),
    offset: l10n.t('Results skipped'),
    type: l10n.t('File type'),
  };
}
