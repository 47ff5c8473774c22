import * as l10n from '@vscode/l10n';
import type { PermissionMode } from '../../src/contract/content';
import { missingModeText, modeText } from '../../src/contract/labels/modeText';
import { settingLabel } from '../../src/contract/labels/settingLabel';
import { offeredModes } from '../../src/transcript/offeredModes';
import { useActions, usePageState } from '../store/pageContext';
import type { IconName } from '../ui/glyphs';
import { Picker, type PickerOpening } from '../ui/Picker';
import { LatePickerList } from './LateParts';
import { useFlash } from './useFlash';

const icons: Record<PermissionMode, IconName> = {
  default: 'eye',
  acceptEdits: 'edit',
  plan: 'checklist',
  auto: 'sparkle',
  dontAsk: 'lock',
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
      isIconEnough
      isPending={settings.requested.mode !== undefined}
      isDangerous={isDangerous(mode)}
      isFlashing={useFlash(mode)}
      value={mode}
      options={modes.map(value => ({
        value,
        ...modeText(value),
        icon: icons[value],
        isDangerous: isDangerous(value),
      }))}
      missing={missing.map(({ mode: value, why }) => ({
        label: modeText(value).label,
        description: missingModeText(why),
      }))}
      hint={l10n.t('Shift+Tab in the message switches the mode')}
      onPick={value => void requestSetting('mode.set', { mode: value })}
      openRequest={openRequest}
      List={LatePickerList}
    />
  );
}

function isDangerous(mode: PermissionMode): boolean {
  return mode === 'bypassPermissions';
}
