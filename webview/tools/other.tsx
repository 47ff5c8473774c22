import { Arguments } from './parts/Arguments';
import type { ToolView } from './parts/toolView';

/** Any tool that no family knows. */
export const other: ToolView<'other'> = {
  icon: 'tools',
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <Arguments values={call.input.arguments} id={`${call.id}:arguments`} />
    ),
};
