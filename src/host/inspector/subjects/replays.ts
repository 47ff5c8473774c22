import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallHistory, RecordedCall } from '../../../contract/inspector/recordedCall';

/** Calls that are kept; they are in memory only. */
const most = 20;

/** Calls of a subject that Tandem has sent again. */
export class Replays {
  private joined = new WeakMap<CallHistory, CallHistory>();
  private recorded: readonly RecordedCall[] = [];

  get(key: string): RecordedCall | undefined {
    return this.recorded.find(({ inspected }) => inspected.key === key);
  }

  /** Returns a history with these calls at its end: they are evidence of nothing that happened. */
  joinedTo(history: CallHistory): CallHistory {
    if (this.recorded.length === 0) {
      return history;
    }
    const known = this.joined.get(history);
    if (known?.calls.length === history.calls.length + this.recorded.length) {
      return known;
    }
    const joined = { ...history, calls: [...history.calls, ...this.calls] };
    this.joined.set(history, joined);
    return joined;
  }

  add(recorded: RecordedCall): void {
    this.joined = new WeakMap();
    this.recorded = [...this.recorded, recorded].slice(-most);
  }

  /** They have the content of recorded calls, so they go with these. */
  forget(): void {
    this.joined = new WeakMap();
    this.recorded = [];
  }

  private get calls(): readonly InspectedCall[] {
    return this.recorded.map(({ inspected }) => inspected);
  }
}
