import { Arguments } from './parts/Arguments';
import { foundSummary } from './parts/search';
import { Visible } from './parts/Visible';
import type { ToolView } from './toolView';

export const mcp: ToolView<'mcp'> = {
  icon: 'plug',
  Summary: ({ call }) => foundSummary(call.content, 'result'),
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <>
        <p class="tool-note">
          Tool <Visible text={call.input.tool} /> of{' '}
          {call.input.server === 'tandem' ? (
            'the editor'
          ) : (
            <>
              the MCP server <Visible text={call.input.server} />
            </>
          )}
        </p>
        <Arguments values={call.input.arguments} id={`${call.id}:arguments`} />
      </>
    ),
};
