import { exitCodes, onEndAsked } from '../endings';
import type { Run } from './run';

/** Ends the run and this process on a signal, or when whoever started us is gone. */
export function endWhenAsked(run: Run): void {
  let isEnding = false;
  onEndAsked(signal => {
    // A terminal sends Ctrl-C to all of us, and each passes it on.
    if (isEnding) return;
    isEnding = true;
    void run.end().finally(() => process.exit(exitCodes[signal]));
  });
}
