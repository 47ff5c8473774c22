import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import { modeTexts } from './modeTexts';

export function ModePicker({ openRequest }: PickerOpening) {
  const { requestSetting } = useActions();
  const settings = usePageState(state => state.conversation.summary.settings);
  const offered = usePageState(state => state.conversation.summary.choices.modes);
  const mode = settings.requested.mode ?? settings.mode;
  const modes = offered.length > 0 ? offered : [settings.mode];
  const { label, icon, isDangerous = false } = modeTexts[mode];
  return (
    <Picker
      name="Permission mode"
      shown={label}
      icon={icon}
      isPending={settings.requested.mode !== undefined}
      isDangerous={isDangerous}
      value={mode}
      options={modes.map(value => ({ value, ...modeTexts[value] }))}
      onPick={value => void requestSetting('mode.set', { mode: value })}
      openRequest={openRequest}
    />
  );
}
