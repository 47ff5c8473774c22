import { useActions, usePageStore } from '../store/pageContext';
import { nextMode } from './nextMode';

/** Returns the function that requests the next permission mode. */
export function useCycleMode(): () => void {
  const { requestSetting } = useActions();
  const store = usePageStore();
  return () => {
    const { config, conversation } = store.get();
    const { choices, settings } = conversation.summary;
    const mode = nextMode(
      choices.modes,
      settings.requested.mode ?? settings.mode,
      config.modeCycle,
    );
    if (mode) {
      void requestSetting('mode.set', { mode });
    }
  };
}
