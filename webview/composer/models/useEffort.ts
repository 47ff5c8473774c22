import * as l10n from '@vscode/l10n';
import type { Effort } from '../../../src/contract/content';
import { effortText, ultracodeText } from '../../../src/contract/labels/effortText';
import { useActions, usePageState } from '../../store/pageContext';
import type { PickerOption } from '../../ui/PickerList';
import { useModel } from './useModel';

type Choice = Effort | 'ultracode' | null;

/** A setting of the model: its values, and the way to choose one. */
export interface ModelSetting<T> {
  readonly options: readonly PickerOption<T>[];
  readonly value: T;
  readonly pick: (value: T) => void;
}

/** Returns the levels of effort; undefined for a model without any. */
export function useEffort(): ModelSetting<Choice> | undefined {
  const { requestSetting } = useActions();
  const settings = usePageState(state => state.conversation.summary.settings);
  const { requested, usualEffort } = settings;
  const efforts = useModel().choice?.efforts ?? [];
  const ultracode = requested.ultracode ?? settings.ultracode;
  if (efforts.length === 0) {
    return undefined;
  }
  return {
    value: requested.effort === undefined ? settings.effort : requested.effort,
    options: [
      {
        value: null,
        label: usualEffort
          ? l10n.t('Default ({0})', effortText(usualEffort).label)
          : l10n.t('Default'),
        description: l10n.t('Left to the settings and the model'),
      },
      ...efforts.map(value => ({ value, ...effortText(value) })),
      ...(ultracode ? [{ value: 'ultracode' as const, ...ultracodeText(ultracode) }] : []),
    ],
    pick: value =>
      void (value === 'ultracode'
        ? requestSetting('ultracode.set', { ultracode: ultracode === 'on' ? 'off' : 'on' })
        : requestSetting('effort.set', { effort: value })),
  };
}
