import type { PickerName } from '../store/pageState';
import { EffortPicker } from './EffortPicker';
import { FastModePicker } from './FastModePicker';
import { ModelPicker } from './ModelPicker';
import { ModePicker } from './ModePicker';
import { ThinkingPicker } from './ThinkingPicker';
import type { PickerRequest } from './useComposerRequests';

interface PickersProps {
  /** Request from elsewhere to open a picker. */
  readonly opened: PickerRequest | undefined;
}

/** Settings for the next message. A pick is pending until the agent reports its own setting. */
export function Pickers({ opened }: PickersProps) {
  const requestFor = (picker: PickerName) => (opened?.picker === picker ? opened.id : undefined);
  return (
    <>
      <ModePicker openRequest={requestFor('mode')} />
      <ModelPicker openRequest={requestFor('model')} />
      <EffortPicker openRequest={requestFor('effort')} />
      <FastModePicker openRequest={undefined} />
      <ThinkingPicker openRequest={requestFor('thinking')} />
    </>
  );
}
