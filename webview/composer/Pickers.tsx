import { usePageState } from '../store/pageContext';
import { LateOptionPickers } from './LateParts';
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
  if (isForeign) {
    return <LateOptionPickers opened={opened} />;
  }
  const { picker, id } = opened ?? {};
  const isForMode = picker === 'mode';
  return (
    <>
      <ModePicker openRequest={isForMode ? id : undefined} />
      <ModelPicker
        openRequest={isForMode ? undefined : id}
        isForEffort={picker === 'effort' || picker === 'thinking'}
      />
    </>
  );
}
