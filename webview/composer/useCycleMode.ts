import type { AgentOption, OptionValues } from '../../src/contract/events';
import { valueIn } from '../../src/transcript/agentOptions';
import { offeredModes } from '../../src/transcript/offeredModes';
import { useActions, usePageStore } from '../store/pageContext';
import { nextMode, nextValue } from './nextMode';

/** Returns the function that requests the next permission mode. */
export function useCycleMode(): () => void {
  const { requestSetting, requestOption } = useActions();
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
