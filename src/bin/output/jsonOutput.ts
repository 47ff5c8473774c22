import { resultLine } from './resultLine';
import type { RunOutput, Sink } from './runOutput';

/** Writes one object, the result. */
export function jsonOutput(sink: Sink): RunOutput {
  return {
    onFrame: () => undefined,
    onText: () => undefined,
    end: (result, facts) => sink.out(`${resultLine(result, facts)}\n`),
  };
}
