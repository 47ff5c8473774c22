import * as l10n from '@vscode/l10n';
import type { ToolContent } from '../../src/contract/tools';
import { fillIn } from '../ui/fillIn';
import { Arguments } from './parts/Arguments';
import { EscapedText } from './parts/EscapedText';
import type { ToolView } from './parts/toolView';

export const mcp: ToolView<'mcp'> = {
  icon: 'plug',
  Summary: ({ call }) => countIn(call.content),
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <>
        <p class="tool-note">
          {fillIn(
            call.input.server === 'tandem'
              ? l10n.t('Tool {0} of the editor')
              : l10n.t('Tool {0} of the MCP server {1}'),
            <EscapedText text={call.input.tool} />,
            <EscapedText text={call.input.server} />,
          )}
        </p>
        <Arguments values={call.input.arguments} id={`${call.id}:arguments`} />
      </>
    ),
};

/** @returns a count such as "9 references" from the start of the heading */
function countIn(contents: readonly ToolContent[]): string | null {
  const found = contents.find(content => content.type === 'matches');
  return /^\d+ [a-z]+/.exec(found?.heading ?? '')?.[0] ?? null;
}
