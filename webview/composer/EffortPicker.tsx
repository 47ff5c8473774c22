import * as l10n from '@vscode/l10n';
import type { Effort } from '../../src/contract/content';
import { effortText, ultracodeText } from '../../src/contract/labels/effortText';
import { settingLabel } from '../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import type { PickerOption } from '../ui/PickerList';
import { useModel } from './useModel';

type Choice = Effort | 'ultracode' | null;

/** Renders nothing for a model without levels of effort. */
export function EffortPicker({ openRequest }: PickerOpening) {
  const { requestSetting } = useActions();
  const settings = usePageState(state => state.conversation.summary.settings);
  const { requested, usualEffort } = settings;
  const efforts = useModel().choice?.efforts ?? [];
  const effort = requested.effort === undefined ? settings.effort : requested.effort;
  const ultracode = requested.ultracode ?? settings.ultracode;
  if (efforts.length === 0) {
    return null;
  }
  const usual = usualEffort && l10n.t('Default ({0})', effortText(usualEffort).label);
  const level = effort ? effortText(effort).label : (usual ?? l10n.t('Default'));
  const shown = ultracode === 'on' ? l10n.t('{0}, Ultracode', level) : level;
  const options: readonly PickerOption<Choice>[] = [
    {
      value: null,
      label: usual ?? l10n.t('Default'),
      description: l10n.t('Left to the settings and the model'),
    },
    ...efforts.map(value => ({ value, ...effortText(value) })),
    ...(ultracode ? [{ value: 'ultracode' as const, ...ultracodeText(ultracode) }] : []),
  ];
  const pick = (value: Choice) =>
    value === 'ultracode'
      ? requestSetting('ultracode.set', { ultracode: ultracode === 'on' ? 'off' : 'on' })
      : requestSetting('effort.set', { effort: value });
  return (
    <Picker
      name={settingLabel('effort')}
      shown={shown}
      face={effort || ultracode === 'on' ? undefined : settingLabel('effort')}
      isPending={requested.effort !== undefined || requested.ultracode !== undefined}
      value={effort}
      options={options}
      onPick={value => void pick(value)}
      openRequest={openRequest}
    />
  );
}
