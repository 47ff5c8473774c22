import type { Disposable } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import type { InspectorSubject, LiveCalls } from '../../../contract/inspector/inspector';
import type { CallHistory, RecordedCall } from '../../../contract/inspector/recordedCall';

/** A set of calls that can be inspected. */
export interface Subject extends Disposable {
  readonly info: InspectorSubject;
  /** Fires when `history` or `live` may differ. */
  readonly onChanged: Event<void>;
  /** Calls with their turns and costs: the same object until something has changed. */
  history(): Promise<CallHistory>;
  /** The history and the calls that Tandem has made itself: what the table lists. */
  table(): Promise<CallHistory>;
  /** Resolves when nothing is missing in them that takes long to read. */
  whole(): Promise<void>;
  /** Returns a call, with its content if it was recorded; undefined if there is no such call. */
  recorded(key: string): Promise<RecordedCall | undefined>;
  live(): Promise<LiveCalls>;
  /** Adds a call that Tandem has made itself. */
  addReplay(recorded: RecordedCall): void;
}
