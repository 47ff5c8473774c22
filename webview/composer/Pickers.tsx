import { usePageState } from '../store/pageContext';
import type { PickerName } from '../store/pageState';
import { LateModelOptions, LateOptionPickers } from './LateParts';
import { ModelPicker } from './ModelPicker';
import { ModePicker } from './ModePicker';
import type { PickerRequest } from './useComposerRequests';

interface PickersProps {
  /** Request from elsewhere to open a picker. */
  readonly opened: PickerRequest | undefined;
}

/** Settings for the next message. A pick is pending until the agent reports its own setting. */
export function Pickers({ opened }: PickersProps) {
  const isForeign = usePageState(state => !!state.conversation.summary.choices.foreign);
  const requestFor = (picker: PickerName) => (opened?.picker === picker ? opened.id : undefined);
  return isForeign ? (
    <LateOptionPickers opened={opened} />
  ) : (
    <>
      <ModePicker openRequest={requestFor('mode')} />
      <ModelPicker openRequest={requestFor('model')} />
      <LateModelOptions effort={requestFor('effort')} thinking={requestFor('thinking')} />
    </>
  );
}
