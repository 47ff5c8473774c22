import type { ToolView } from './parts/toolView';

export const shellStop: ToolView<'shellStop'> = {
  icon: 'debug-stop',
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <p class="tool-note">
        Ends the background task <code>{call.input.shellId}</code>
      </p>
    ),
};
