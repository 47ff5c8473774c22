import { exitCodes, onEndAsked } from '../endings';
import type { Run } from './run';

/** Ends the run and this process on a signal, or when the parent process has ended. */
export function endWhenAsked(run: Run): void {
  let isEnding = false;
  onEndAsked(signal => {
    // A terminal sends Ctrl-C to the whole group, and each process passes it on.
    if (isEnding) return;
    isEnding = true;
    void run.end().finally(() => process.exit(exitCodes[signal]));
  });
}
