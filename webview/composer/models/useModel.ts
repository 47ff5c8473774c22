import type { ModelChoice } from '../../../src/contract/choices';
import { findModel, modelLabel } from '../../../src/contract/labels/modelLabel';
import { usePageState } from '../../store/pageContext';

interface Model {
  /** Requested or reported value: an alias or an id. */
  readonly value: string;
  /** The offered model that it stands for, if any. */
  readonly choice: ModelChoice | undefined;
  /** Short name. */
  readonly label: string;
  readonly choices: readonly ModelChoice[];
}

/** Returns the model for the next message. */
export function useModel(): Model {
  const settings = usePageState(state => state.conversation.summary.settings);
  const choices = usePageState(state => state.conversation.summary.choices.models);
  const value = settings.requested.model ?? settings.model;
  return { value, choice: findModel(choices, value), label: modelLabel(choices, value), choices };
}
