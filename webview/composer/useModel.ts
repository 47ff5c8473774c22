import type { ModelChoice } from '../../src/contract/events';
import { findModel, modelLabel, runningModelLabel } from '../../src/contract/labels/modelLabel';
import { usePageState } from '../store/pageContext';

interface Model {
  /** Requested or reported value: an alias or an id. */
  readonly value: string;
  /** The offered model that it stands for, if any. */
  readonly choice: ModelChoice | undefined;
  /** Short name. */
  readonly label: string;
  /** Name of the model that really answers, such as "Opus 5.5" for "Default". */
  readonly running: string;
  readonly choices: readonly ModelChoice[];
}

/** Returns the model for the next message. */
export function useModel(): Model {
  const settings = usePageState(state => state.conversation.summary.settings);
  const choices = usePageState(state => state.conversation.summary.choices.models);
  const value = settings.requested.model ?? settings.model;
  const label = modelLabel(choices, value);
  const running = runningModelLabel(choices, value);
  return { value, choice: findModel(choices, value), label, running, choices };
}
