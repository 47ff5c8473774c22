import { countOf } from './parts/plainText';
import type { ToolView } from './parts/toolView';

export const webSearch: ToolView<'webSearch'> = {
  icon: 'search',
  Summary: ({ call }) => {
    const links = call.content.flatMap(content => (content.type === 'links' ? content.links : []));
    return links.length === 0 ? null : countOf(links.length, 'link');
  },
  startsOpen: ({ call }) => call.content.some(content => content.type === 'links'),
  Request: ({ call }) =>
    call.input === undefined || call.input.query === call.target ? null : (
      <p class="tool-note">
        Searches for <q>{call.input.query}</q>
      </p>
    ),
};
