import { urlPlace } from './parts/links';
import type { ToolView } from './parts/toolView';
import { Visible } from './parts/Visible';

export const webFetch: ToolView<'webFetch'> = {
  icon: 'globe',
  place: ({ call }) => (call.input === undefined ? undefined : urlPlace(call.input.url)),
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <>
        {call.target === call.input.url ? null : (
          <p class="tool-url">
            <Visible text={call.input.url} />
          </p>
        )}
        {call.input.prompt === undefined ? null : (
          <p class="tool-note">
            Asks the page: <Visible text={call.input.prompt} />
          </p>
        )}
      </>
    ),
};
