import { lostTexts } from '../../test/support/recordings/completeness';
import { processesOf, type Recording } from '../../test/support/recordings/recording';
import { replay } from '../../test/support/recordings/replay';

/**
 * Translates and folds recorded frames as Tandem does.
 * @returns a line per fault: unknown and unreadable frames, and texts that got lost
 */
export function faultsOf(recordings: readonly Recording[]): string[] {
  return recordings.flatMap(({ scenario, rows }) =>
    processesOf(rows).flatMap(process => {
      const { cleared, conversation, events, faults } = replay(process);
      const unknown = events.flatMap(event =>
        event.type === 'unknown' ? [`unknown row: ${event.what}`] : [],
      );
      const lost = lostTexts(process, [...cleared, conversation]).map(text => `lost ${text}`);
      return [...faults, ...unknown, ...lost].map(fault => `${scenario}: ${fault}`);
    }),
  );
}
