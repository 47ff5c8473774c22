import type { ToolView } from './parts/toolView';

export const shellOutput: ToolView<'shellOutput'> = {
  icon: 'output',
  startsOpen: () => true,
  Request: ({ call }) =>
    call.input?.filter === undefined ? null : (
      <p class="tool-note">
        Lines that match <code>{call.input.filter}</code>
      </p>
    ),
};
