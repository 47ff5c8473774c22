import { settingLabel } from '../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import { useModel } from './useModel';

export function ModelPicker({ openRequest }: PickerOpening) {
  const { requestSetting } = useActions();
  const { requested } = usePageState(state => state.conversation.summary.settings);
  const { value, choice, label, choices } = useModel();
  return (
    <Picker
      name={settingLabel('model')}
      shown={choice?.label ?? label}
      face={label}
      isPending={requested.model !== undefined}
      value={choice?.value ?? value}
      options={choices.length > 0 ? choices : [{ value, label }]}
      onPick={model => void requestSetting('model.set', { model })}
      openRequest={openRequest}
    />
  );
}
