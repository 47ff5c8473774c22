import * as l10n from '@vscode/l10n';
import type { OptionValues } from '../../src/contract/agentSettings';
import type { AgentOption } from '../../src/contract/choices';
import { modeText } from '../../src/contract/labels/modeText';
import { settingLabel } from '../../src/contract/labels/settingLabel';
import { valueIn } from '../../src/transcript/agentOptions';
import { offeredModes } from '../../src/transcript/offeredModes';
import { useActions, usePageStore } from '../store/pageContext';
import { nextMode, nextValue } from './nextMode';

/** Returns the function that requests the next permission mode, and says which one it is. */
export function useCycleMode(): () => void {
  const { requestSetting, requestOption, announce } = useActions();
  const say = (label: string) => announce(l10n.t('{0}: {1}', settingLabel('mode'), label));
  const store = usePageStore();
  return () => {
    const { config, conversation } = store.get();
    const { settings, choices } = conversation.summary;
    if (choices.foreign) {
      const option = choices.options?.find(
        ({ role, kind }) => role === 'mode' && kind === 'select',
      );
      const value = option && nextOf(option, settings.requested.options);
      if (option && value !== undefined) {
        void requestOption(option.id, value);
        say(labelIn(option, value));
      }
      return;
    }
    const mode = nextMode(
      offeredModes(conversation.summary).modes,
      settings.requested.mode ?? settings.mode,
      config.modeCycle,
    );
    if (mode) {
      void requestSetting('mode.set', { mode });
      say(modeText(mode).label);
    }
  };
}

function nextOf(option: AgentOption, requested: OptionValues | undefined): string | undefined {
  if (option.kind !== 'select') {
    return undefined;
  }
  const values = option.groups.flatMap(group => group.values.map(({ value }) => value));
  return nextValue(values, String(valueIn(requested, option.id) ?? option.value));
}

function labelIn(option: AgentOption, value: string): string {
  const values = option.kind === 'select' ? option.groups.flatMap(group => group.values) : [];
  return values.find(one => one.value === value)?.label ?? value;
}
