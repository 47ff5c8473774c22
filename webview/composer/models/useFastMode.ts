import type { Switch } from '../../../src/contract/agentSettings';
import { fastModeLabel, fastModeNote } from '../../../src/contract/labels/fastModeText';
import { useActions, usePageState } from '../../store/pageContext';
import type { ModelSetting } from './useEffort';
import { useModel } from './useModel';

const states: readonly Switch[] = ['off', 'on'];

/** Returns the states of fast mode; undefined for a model without it. */
export function useFastMode(): ModelSetting<Switch> | undefined {
  const { requestSetting } = useActions();
  const { requested, fastMode, fastModeBlocked } = usePageState(
    state => state.conversation.summary.settings,
  );
  const shown = requested.fastMode ?? fastMode;
  if (!useModel().choice?.hasFastMode || !shown) {
    return undefined;
  }
  return {
    value: shown === 'off' ? 'off' : 'on',
    options: states.map(value => ({
      value,
      label: fastModeLabel(value === 'on' && shown === 'cooldown' ? shown : value),
      description: value === 'on' ? fastModeNote(fastMode, fastModeBlocked) : undefined,
    })),
    pick: value => void requestSetting('fastMode.set', { fastMode: value }),
  };
}
