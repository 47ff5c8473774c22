import { settingLabel } from '../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import { LateEffortMenu, LateModelMenu } from './LateParts';
import { modelFace } from './models/modelFace';
import { useModel } from './models/useModel';

interface ModelPickerProps extends PickerOpening {
  /** True if the request is about a setting of the model. */
  readonly isForEffort: boolean;
}

/** Button of the model and of all settings that models have. */
export function ModelPicker({ openRequest, isForEffort }: ModelPickerProps) {
  const { requestSetting } = useActions();
  const settings = usePageState(state => state.conversation.summary.settings);
  const { value, choice, label, choices } = useModel();
  const { face, shown, isFast, isPending } = modelFace(settings, choices);
  return (
    <Picker
      name={settingLabel('model')}
      shown={shown}
      face={face}
      icon={isFast ? 'zap' : undefined}
      isPending={isPending}
      value={choice?.value ?? value}
      options={choices.length > 0 ? choices : [{ value, label }]}
      onPick={model => void requestSetting('model.set', { model })}
      openRequest={openRequest}
      List={isForEffort ? LateEffortMenu : LateModelMenu}
      popup="dialog"
    />
  );
}
