import { Emitter } from '../../../base/emitter';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { InspectorSubject, LiveCalls } from '../../../contract/inspector/inspector';
import type { CallHistory, RecordedCall } from '../../../contract/inspector/recordedCall';
import { inspectedHistory } from '../../../core/inspector/history/inspectedHistory';
import { mergeCalls } from '../../../core/inspector/history/mergeCalls';
import { impliedTurns } from './impliedTurns';
import { Replays } from './replays';
import type { Subject } from './subject';

/** Where the calls of a recording or of an import are. */
export interface KeptCalls {
  calls(): Promise<readonly InspectedCall[]>;
  recorded(inspected: InspectedCall): Promise<RecordedCall>;
}

/** Calls of a conversation that is not open: a recording on disk, or an import in memory. */
export class KeptSubject implements Subject {
  private readonly changed = new Emitter<void>();
  private readonly replays = new Replays();
  private reading: Promise<readonly InspectedCall[]> | undefined;
  private made: Promise<CallHistory> | undefined;

  readonly onChanged = this.changed.event;

  constructor(
    readonly info: InspectorSubject,
    private readonly kept: KeptCalls,
  ) {}

  history(): Promise<CallHistory> {
    this.made ??= this.make();
    return this.made;
  }

  async table(): Promise<CallHistory> {
    return this.replays.joinedTo(await this.history());
  }

  async recorded(key: string): Promise<RecordedCall | undefined> {
    const { calls } = await this.history();
    const inspected = calls.find(call => call.key === key);
    return this.replays.get(key) ?? (inspected && this.kept.recorded(inspected));
  }

  /** Nothing happens here any more. */
  async live(): Promise<LiveCalls> {
    return { inFlight: 0 };
  }

  addReplay(recorded: RecordedCall): void {
    this.replays.add(recorded);
    this.changed.fire();
  }

  /** Reads the calls anew. */
  forget(): void {
    this.reading = undefined;
    this.made = undefined;
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async make(): Promise<CallHistory> {
    this.reading ??= this.kept.calls();
    const calls = mergeCalls(await this.reading);
    const knowsTurns = calls.some(({ turn }) => turn !== undefined);
    return inspectedHistory({ calls, turns: knowsTurns ? [] : impliedTurns(calls), tools: [] });
  }
}
