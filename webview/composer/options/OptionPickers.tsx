import type { AgentOption } from '../../../src/contract/choices';
import { useActions, usePageState } from '../../store/pageContext';
import type { PickerName } from '../../store/pageState';
import { Picker } from '../../ui/Picker';
import { GroupedList } from './GroupedList';
import { chipOf, inOrder } from './optionChip';

export interface OptionPickersProps {
  /** Request from elsewhere to open a picker; a new `id` opens it again. */
  readonly opened: { readonly picker: PickerName; readonly id: number } | undefined;
}

const none: readonly AgentOption[] = [];

/** Chips of a foreign agent's options, in the places of Claude Code's pickers. */
export function OptionPickers({ opened }: OptionPickersProps) {
  const { requestOption } = useActions();
  const options = usePageState(state => state.conversation.summary.choices.options ?? none);
  const requested = usePageState(state => state.conversation.summary.settings.requested.options);
  return (
    <>
      {inOrder(options).map((option, index, all) => {
        const isFirst = all.findIndex(({ role }) => role === option.role) === index;
        const { role, ...chip } = chipOf(option, requested, isFirst);
        return (
          <Picker
            key={option.id}
            {...chip}
            List={GroupedList}
            onPick={value => void requestOption(option.id, value)}
            openRequest={role !== undefined && opened?.picker === role ? opened.id : undefined}
          />
        );
      })}
    </>
  );
}
