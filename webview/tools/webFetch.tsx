import * as l10n from '@vscode/l10n';
import { fillIn } from '../ui/fillIn';
import { urlTarget } from './parts/clickTargets';
import { EscapedText } from './parts/EscapedText';
import type { ToolView } from './parts/toolView';

export const webFetch: ToolView<'webFetch'> = {
  icon: 'globe',
  clickTarget: ({ call }) => (call.input === undefined ? undefined : urlTarget(call.input.url)),
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <>
        {call.target === call.input.url ? null : (
          <p class="tool-url">
            <EscapedText text={call.input.url} />
          </p>
        )}
        {call.input.prompt === undefined ? null : (
          <p class="tool-note">
            {fillIn(l10n.t('Asks the page: {0}'), <EscapedText text={call.input.prompt} />)}
          </p>
        )}
      </>
    ),
};
