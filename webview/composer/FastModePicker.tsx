import type { Switch } from '../../src/contract/events';
import { fastModeLabel, fastModeNote } from '../../src/contract/labels/fastModeText';
import { settingLabel } from '../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../store/pageContext';
import { Picker } from '../ui/Picker';
import { useModel } from './useModel';

const states: readonly Switch[] = ['off', 'on'];

/** Renders nothing for a model without fast mode. */
export function FastModePicker() {
  const { requestSetting } = useActions();
  const { requested, fastMode, fastModeBlocked } = usePageState(
    state => state.conversation.summary.settings,
  );
  const shown = requested.fastMode ?? fastMode;
  const value: Switch = shown === 'off' ? 'off' : 'on';
  return useModel().choice?.hasFastMode && shown ? (
    <Picker
      name={settingLabel('fastMode')}
      shown={fastModeLabel(shown)}
      face={settingLabel('fastMode')}
      icon={shown === 'on' ? 'zap' : undefined}
      isPending={requested.fastMode !== undefined}
      value={value}
      options={states.map(state => ({
        value: state,
        label: fastModeLabel(state),
        description: state === 'on' ? fastModeNote(fastMode, fastModeBlocked) : undefined,
      }))}
      onPick={picked => void requestSetting('fastMode.set', { fastMode: picked })}
    />
  ) : null;
}
