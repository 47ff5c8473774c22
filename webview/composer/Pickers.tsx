import type { Effort } from '../../src/contract/content';
import type { AgentSettings, ModelChoice } from '../../src/contract/events';
import { useActions, usePageState } from '../store/pageContext';
import type { PickerName } from '../store/pageState';
import { Picker } from '../ui/Picker';
import { modeTexts } from './modeTexts';

interface PickersProps {
  /** Request from elsewhere to open a picker. */
  readonly opened: { readonly picker: PickerName; readonly id: number } | undefined;
}

const effortTexts: Record<Effort, { label: string; description: string }> = {
  low: { label: 'Low', description: 'Fastest, for small things' },
  medium: { label: 'Medium', description: 'A balance of speed and care' },
  high: { label: 'High', description: 'Thinks longer' },
  xhigh: { label: 'Very high', description: 'Thinks much longer' },
  max: { label: 'Maximum', description: 'As long as it takes' },
};

const budgets: readonly { value: number | null; label: string; description: string }[] = [
  { value: null, label: 'Default', description: 'Left to the model' },
  { value: 0, label: 'Off', description: 'Answers without thinking' },
  { value: 4_000, label: '4k', description: 'Up to 4,000 tokens of thinking' },
  { value: 10_000, label: '10k', description: 'Up to 10,000 tokens of thinking' },
  { value: 31_999, label: '32k', description: 'Up to 31,999 tokens of thinking' },
];

/** Settings for the next message. A pick is pending until the agent reports its own setting. */
export function Pickers({ opened }: PickersProps) {
  const { requestSetting } = useActions();
  const settings = usePageState(state => state.conversation.summary.settings);
  const choices = usePageState(state => state.conversation.summary.choices);
  const { requested } = settings;
  const requestFor = (picker: PickerName) => (opened?.picker === picker ? opened.id : undefined);

  const mode = requested.mode ?? settings.mode;
  const modes = choices.modes.length > 0 ? choices.modes : [settings.mode];
  const modelValue = requested.model ?? settings.model;
  const model = findModel(choices.models, modelValue);
  const effort = 'effort' in requested ? requested.effort : settings.effort;
  const efforts = model?.efforts ?? [];
  const budget = requestedBudget(settings);
  return (
    <>
      <Picker
        name="Permission mode"
        shown={modeTexts[mode].label}
        icon={modeTexts[mode].icon}
        isPending={requested.mode !== undefined}
        isDangerous={modeTexts[mode].isDangerous ?? false}
        value={mode}
        options={modes.map(value => ({ value, ...modeTexts[value] }))}
        onPick={value => void requestSetting('mode.set', { mode: value })}
        openRequest={requestFor('mode')}
      />
      <Picker
        name="Model"
        shown={model?.label ?? modelValue}
        face={model?.label.replace(/ \(recommended\)$/i, '')}
        isPending={requested.model !== undefined}
        value={model?.value ?? modelValue}
        options={
          choices.models.length > 0 ? choices.models : [{ value: modelValue, label: modelValue }]
        }
        onPick={value => void requestSetting('model.set', { model: value })}
        openRequest={requestFor('model')}
      />
      {efforts.length > 0 ? (
        <Picker
          name="Effort"
          shown={effort ? effortTexts[effort].label : 'Default'}
          face={effort ? undefined : 'Effort'}
          isPending={requested.effort !== undefined}
          value={effort ?? undefined}
          options={efforts.map(value => ({ value, ...effortTexts[value] }))}
          onPick={value => value && void requestSetting('effort.set', { effort: value })}
          openRequest={requestFor('effort')}
        />
      ) : null}
      {model?.hasThinkingBudget ? (
        <Picker
          name="Thinking"
          shown={budgetLabel(budget)}
          face={budget === null ? 'Thinking' : undefined}
          icon="lightbulb"
          isPending={requested.maxThinkingTokens !== undefined}
          value={budget}
          options={budgets}
          onPick={value => void requestSetting('thinking.set', { maxThinkingTokens: value })}
          openRequest={requestFor('thinking')}
        />
      ) : null}
    </>
  );
}

/** Finds a model by value or full id: the agent may report the id behind the requested alias. */
function findModel(models: readonly ModelChoice[], value: string): ModelChoice | undefined {
  return (
    models.find(model => model.value === value) ?? models.find(model => model.resolved === value)
  );
}

function requestedBudget({ requested, maxThinkingTokens }: AgentSettings): number | null {
  return requested.maxThinkingTokens === undefined
    ? maxThinkingTokens
    : requested.maxThinkingTokens;
}

function budgetLabel(budget: number | null): string {
  const known = budgets.find(({ value }) => value === budget);
  return known?.label ?? `${(budget ?? 0).toLocaleString()} tokens`;
}
