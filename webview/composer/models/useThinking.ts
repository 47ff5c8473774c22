import * as l10n from '@vscode/l10n';
import { thinkingLabel } from '../../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../../store/pageContext';
import type { PickerOption } from '../../ui/PickerList';
import type { ModelSetting } from './useEffort';
import { useModel } from './useModel';

/** Returns the budgets for thinking; undefined for a model without one. */
export function useThinking(): ModelSetting<number | null> | undefined {
  const { requestSetting } = useActions();
  const { requested, maxThinkingTokens } = usePageState(
    state => state.conversation.summary.settings,
  );
  if (!useModel().choice?.hasThinkingBudget) {
    return undefined;
  }
  const wished = requested.maxThinkingTokens;
  const value = wished === undefined ? maxThinkingTokens : wished;
  const known = budgets();
  const isKnown = known.some(one => one.value === value);
  return {
    value,
    // The settings may have a budget of their own.
    options: isKnown ? known : [...known, { value, label: thinkingLabel(value) }],
    pick: maxThinkingTokens => void requestSetting('thinking.set', { maxThinkingTokens }),
  };
}

function budgets(): readonly PickerOption<number | null>[] {
  const upTo = (label: string, tokens: string, value: number) => ({
    value,
    label,
    description: l10n.t('Up to {0} tokens of thinking', tokens),
  });
  return [
    { value: null, label: l10n.t('Default'), description: thinkingLabel(null) },
    { value: 0, label: thinkingLabel(0), description: l10n.t('Answers without thinking') },
    upTo(l10n.t('{0}k', 4), '4,000', 4_000),
    upTo(l10n.t('{0}k', 10), '10,000', 10_000),
    upTo(l10n.t('{0}k', 32), '31,999', 31_999),
  ];
}
