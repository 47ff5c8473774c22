import { Arguments } from './parts/Arguments';
import type { ToolView } from './parts/toolView';

/** View for tools outside the known families. */
export const other: ToolView<'other'> = {
  icon: 'tools',
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <Arguments values={call.input.arguments} id={`${call.id}:arguments`} />
    ),
};
