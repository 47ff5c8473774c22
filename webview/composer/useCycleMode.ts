import { offeredModes } from '../../src/transcript/offeredModes';
import { useActions, usePageStore } from '../store/pageContext';
import { nextMode } from './nextMode';

/** Returns the function that requests the next permission mode. */
export function useCycleMode(): () => void {
  const { requestSetting } = useActions();
  const store = usePageStore();
  return () => {
    const { config, conversation } = store.get();
    const { settings } = conversation.summary;
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
