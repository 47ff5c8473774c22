import { EffortPicker } from './EffortPicker';
import { FastModePicker } from './FastModePicker';
import { ThinkingPicker } from './ThinkingPicker';

export interface ModelOptionsProps {
  /** Requests to open the list of effort or of thinking. */
  readonly effort: number | undefined;
  readonly thinking: number | undefined;
}

/** Renders settings that some models have, known only once the agent has started. */
export function ModelOptions({ effort, thinking }: ModelOptionsProps) {
  return (
    <>
      <EffortPicker openRequest={effort} />
      <FastModePicker />
      <ThinkingPicker openRequest={thinking} />
    </>
  );
}
