import * as l10n from '@vscode/l10n';
import { fillIn } from '../ui/fillIn';
import { linkCount } from './parts/counts';
import type { ToolView } from './parts/toolView';

export const webSearch: ToolView<'webSearch'> = {
  icon: 'search',
  Summary: ({ call }) => {
    const links = call.content.flatMap(content => (content.type === 'links' ? content.links : []));
    return links.length === 0 ? null : linkCount(links.length);
  },
  startsOpen: ({ call }) => call.content.some(content => content.type === 'links'),
  Request: ({ call }) =>
    call.input === undefined || call.input.query === call.target ? null : (
      <p class="tool-note">{fillIn(l10n.t('Searches for {0}'), <q>{call.input.query}</q>)}</p>
    ),
};
