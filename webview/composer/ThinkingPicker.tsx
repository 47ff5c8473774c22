import * as l10n from '@vscode/l10n';
import { thinkingLabel } from '../../src/contract/labels/settingLabel';
import { useActions, usePageState } from '../store/pageContext';
import { Picker, type PickerOpening } from '../ui/Picker';
import { useModel } from './useModel';

interface Budget {
  readonly value: number | null;
  readonly label: string;
  readonly description: string;
}

const budgets = (): readonly Budget[] => [
  { value: null, label: l10n.t('Default'), description: thinkingLabel(null) },
  { value: 0, label: thinkingLabel(0), description: l10n.t('Answers without thinking') },
  {
    value: 4_000,
    label: l10n.t('{0}k', 4),
    description: l10n.t('Up to {0} tokens of thinking', '4,000'),
  },
  {
    value: 10_000,
    label: l10n.t('{0}k', 10),
    description: l10n.t('Up to {0} tokens of thinking', '10,000'),
  },
  {
    value: 31_999,
    label: l10n.t('{0}k', 32),
    description: l10n.t('Up to {0} tokens of thinking', '31,999'),
  },
];

/** Renders nothing for a model without a token budget for thinking. */
export function ThinkingPicker({ openRequest }: PickerOpening) {
  const { requestSetting } = useActions();
  const { requested, maxThinkingTokens } = usePageState(
    state => state.conversation.summary.settings,
  );
  const { choice } = useModel();
  const wished = requested.maxThinkingTokens;
  const budget = wished === undefined ? maxThinkingTokens : wished;
  return choice?.hasThinkingBudget ? (
    <Picker
      name={l10n.t('Thinking')}
      shown={budgetLabel(budget)}
      face={budget === null ? l10n.t('Thinking') : undefined}
      icon="lightbulb"
      isPending={wished !== undefined}
      value={budget}
      options={budgets()}
      onPick={value => void requestSetting('thinking.set', { maxThinkingTokens: value })}
      openRequest={openRequest}
    />
  ) : null;
}

function budgetLabel(budget: number | null): string {
  const known = budgets().find(({ value }) => value === budget);
  return known?.label ?? thinkingLabel(budget);
}
