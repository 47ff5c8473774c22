import type { Switch } from '../../src/contract/events';
import { fastModeLabel, fastModeNote } from '../../src/contract/labels/fastModeText';
import { settingLabel } from '../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import { useModel } from './useModel';

const states: readonly Switch[] = ['off', 'on'];

/** Renders nothing for a model without fast mode. */
export function FastModePicker({ openRequest }: PickerOpening) {
  const { requestSetting } = useActions();
  const { requested, fastMode, fastModeBlocked } = usePageState(
    state => state.conversation.summary.settings,
  );
  const shown = requested.fastMode ?? fastMode;
  return useModel().choice?.hasFastMode && shown ? (
    <Picker<Switch>
      name={settingLabel('fastMode')}
      shown={fastModeLabel(shown)}
      face={settingLabel('fastMode')}
      icon={shown === 'on' ? 'zap' : undefined}
      isPending={requested.fastMode !== undefined}
      value={shown === 'off' ? 'off' : 'on'}
      options={states.map(value => ({
        value,
        label: fastModeLabel(value),
        description: value === 'on' ? fastModeNote(fastMode, fastModeBlocked) : undefined,
      }))}
      onPick={value => void requestSetting('fastMode.set', { fastMode: value })}
      openRequest={openRequest}
    />
  ) : null;
}
