import { fileCount } from './parts/counts';
import { foundSummary, SearchedIn } from './parts/SearchedIn';
import type { ToolView } from './parts/toolView';

export const glob: ToolView<'glob'> = {
  icon: 'search',
  Summary: ({ call }) => foundSummary(call.content, fileCount),
  Request: ({ call }) => <SearchedIn path={call.input?.path} />,
};
