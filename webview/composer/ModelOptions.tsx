import type { ModelOptionsProps } from '../late/cardRegistry';
import { EffortPicker } from './EffortPicker';
import { FastModePicker } from './FastModePicker';
import { ThinkingPicker } from './ThinkingPicker';

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
