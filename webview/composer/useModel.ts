import type { ModelChoice } from '../../src/contract/events';
import { usePageState } from '../store/pageContext';

interface Model {
  /** Requested or reported value: an alias or an id. */
  readonly value: string;
  /** The offered model that it stands for, if any. */
  readonly choice: ModelChoice | undefined;
  readonly choices: readonly ModelChoice[];
}

/** Returns the model for the next message. */
export function useModel(): Model {
  const settings = usePageState(state => state.conversation.summary.settings);
  const choices = usePageState(state => state.conversation.summary.choices.models);
  const value = settings.requested.model ?? settings.model;
  return { value, choice: findModel(choices, value), choices };
}

/** Finds a model by value or full id: the agent may report the id behind the requested alias. */
function findModel(models: readonly ModelChoice[], value: string): ModelChoice | undefined {
  return (
    models.find(model => model.value === value) ?? models.find(model => model.resolved === value)
  );
}
