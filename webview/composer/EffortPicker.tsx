import type { Effort } from '../../src/contract/content';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import { useModel } from './useModel';

const effortTexts: Record<Effort, { label: string; description: string }> = {
  low: { label: 'Low', description: 'Fastest, for small things' },
  medium: { label: 'Medium', description: 'A balance of speed and care' },
  high: { label: 'High', description: 'Thinks longer' },
  xhigh: { label: 'Very high', description: 'Thinks much longer' },
  max: { label: 'Maximum', description: 'As long as it takes' },
};

/** Renders nothing for a model without levels of effort. */
export function EffortPicker({ openRequest }: PickerOpening) {
  const { requestSetting } = useActions();
  const { requested, effort: reported } = usePageState(
    state => state.conversation.summary.settings,
  );
  const efforts = useModel().choice?.efforts ?? [];
  const effort = 'effort' in requested ? requested.effort : reported;
  return efforts.length > 0 ? (
    <Picker
      name="Effort"
      shown={effort ? effortTexts[effort].label : 'Default'}
      face={effort ? undefined : 'Effort'}
      isPending={requested.effort !== undefined}
      value={effort ?? undefined}
      options={efforts.map(value => ({ value, ...effortTexts[value] }))}
      onPick={value => value && void requestSetting('effort.set', { effort: value })}
      openRequest={openRequest}
    />
  ) : null;
}
