import { foundSummary, SearchedIn } from './parts/SearchedIn';
import type { ToolView } from './parts/toolView';

export const grep: ToolView<'grep'> = {
  icon: 'search',
  Summary: ({ call }) => foundSummary(call.content, 'result'),
  Request: ({ call }) => <SearchedIn path={call.input?.path} files={call.input?.glob} />,
};
