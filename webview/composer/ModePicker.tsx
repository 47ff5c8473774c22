import type { PermissionMode } from '../../src/contract/content';
import { missingModeText, modeText } from '../../src/contract/labels/modeText';
import { settingLabel } from '../../src/contract/labels/settingLabel';
import { offeredModes } from '../../src/transcript/offeredModes';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';

const icons: Record<PermissionMode, string> = {
  default: 'eye',
  acceptEdits: 'edit',
  plan: 'checklist',
  auto: 'sparkle',
  dontAsk: 'circle-slash',
  bypassPermissions: 'warning',
};

export function ModePicker({ openRequest }: PickerOpening) {
  const { requestSetting } = useActions();
  const settings = usePageState(state => state.conversation.summary.settings);
  const choices = usePageState(state => state.conversation.summary.choices);
  const mode = settings.requested.mode ?? settings.mode;
  const { modes: offered, missing } = offeredModes({ choices, settings });
  const modes = offered.length > 0 ? offered : [settings.mode];
  return (
    <Picker
      name={settingLabel('mode')}
      shown={modeText(mode).label}
      icon={icons[mode]}
      isPending={settings.requested.mode !== undefined}
      isDangerous={isDangerous(mode)}
      value={mode}
      options={modes.map(value => ({
        value,
        ...modeText(value),
        isDangerous: isDangerous(value),
      }))}
      missing={missing.map(({ mode: value, why }) => ({
        label: modeText(value).label,
        description: missingModeText(why),
      }))}
      onPick={value => void requestSetting('mode.set', { mode: value })}
      openRequest={openRequest}
    />
  );
}

function isDangerous(mode: PermissionMode): boolean {
  return mode === 'bypassPermissions';
}
