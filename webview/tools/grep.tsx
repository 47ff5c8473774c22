import { resultCount } from './parts/counts';
import { foundSummary, SearchedIn } from './parts/SearchedIn';
import type { ToolView } from './parts/toolView';

export const grep: ToolView<'grep'> = {
  icon: 'search',
  Summary: ({ call }) => foundSummary(call.content, resultCount),
  Request: ({ call }) => <SearchedIn path={call.input?.path} files={call.input?.glob} />,
};
