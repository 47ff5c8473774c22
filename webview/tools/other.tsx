import { Arguments } from './parts/Arguments';
import type { ToolView } from './parts/toolView';

/** View for tools outside the known families. */
export const other: ToolView<'other'> = {
  icon: 'tools',
  // The text of this one only instructs the model.
  isOneLine: ({ call }) =>
    call.tool === 'EnterPlanMode' ||
    (call.content.length === 0 && Object.keys(call.input?.arguments ?? {}).length === 0),
  Request: ({ call }) =>
    call.input === undefined ? null : (
      <Arguments values={call.input.arguments} id={`${call.id}:arguments`} />
    ),
};
