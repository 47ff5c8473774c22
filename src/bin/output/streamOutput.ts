import { resultLine } from './resultLine';
import type { RunOutput, Sink } from './runOutput';

/** Writes each frame as the CLI has written it. The result comes last and has what `json` has. */
export function streamOutput(sink: Sink): RunOutput {
  return {
    onFrame({ line, parsed }) {
      const isResult = parsed.kind === 'frame' && parsed.frame.type === 'result';
      if (!isResult && parsed.kind !== 'noise') {
        sink.out(`${line}\n`);
      }
    },
    onText: () => undefined,
    end: (result, facts) => sink.out(`${resultLine(result, facts)}\n`),
  };
}
