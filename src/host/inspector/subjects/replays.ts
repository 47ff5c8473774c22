import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';

/** Calls that are kept; they are in memory only. */
const most = 20;

/** Calls of a subject that Tandem has sent again. */
export class Replays {
  private recorded: readonly RecordedCall[] = [];

  get calls(): readonly InspectedCall[] {
    return this.recorded.map(({ inspected }) => inspected);
  }

  get(key: string): RecordedCall | undefined {
    return this.recorded.find(({ inspected }) => inspected.key === key);
  }

  add(recorded: RecordedCall): void {
    this.recorded = [...this.recorded, recorded].slice(-most);
  }
}
