import * as l10n from '@vscode/l10n';
import { fillIn } from '../ui/fillIn';
import type { ToolView } from './parts/toolView';

export const shellStop: ToolView<'shellStop'> = {
  icon: 'debug-stop',
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <p class="tool-note">
        {fillIn(l10n.t('Ends the background task {0}'), <code>{call.input.shellId}</code>)}
      </p>
    ),
};
