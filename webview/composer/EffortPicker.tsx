import * as l10n from '@vscode/l10n';
import { effortText } from '../../src/contract/labels/effortText';
import { settingLabel } from '../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import { useModel } from './useModel';

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
      name={settingLabel('effort')}
      shown={effort ? effortText(effort).label : l10n.t('Default')}
      face={effort ? undefined : settingLabel('effort')}
      isPending={requested.effort !== undefined}
      value={effort ?? undefined}
      options={efforts.map(value => ({ value, ...effortText(value) }))}
      onPick={value => value && void requestSetting('effort.set', { effort: value })}
      openRequest={openRequest}
    />
  ) : null;
}
