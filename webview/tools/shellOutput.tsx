import * as l10n from '@vscode/l10n';
import { fillIn } from '../ui/fillIn';
import type { ToolView } from './parts/toolView';

export const shellOutput: ToolView<'shellOutput'> = {
  icon: 'output',
  heading: () => l10n.t('Output of a background command'),
  // An id means nothing to the user.
  shownTarget: () => undefined,
  startsOpen: () => true,
  Request: ({ call }) =>
    call.input?.filter === undefined ? null : (
      <p class="tool-note">
        {fillIn(l10n.t('Lines that match {0}'), <code>{call.input.filter}</code>)}
      </p>
    ),
};
