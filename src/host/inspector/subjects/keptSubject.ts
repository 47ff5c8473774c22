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
  /** Returns what is known by now; the same list until that changes. */
  calls(): Promise<readonly InspectedCall[]>;
  all(): Promise<readonly InspectedCall[]>;
  recorded(inspected: InspectedCall): Promise<RecordedCall>;
}

/** Calls of a conversation that is not open: a recording on disk, or an import in memory. */
export class KeptSubject implements Subject {
  private readonly changed = new Emitter<void>();
  private readonly replays = new Replays();
  private made:
    | { readonly of: readonly InspectedCall[]; readonly history: CallHistory }
    | undefined;

  readonly onChanged = this.changed.event;

  constructor(
    readonly info: InspectorSubject,
    private readonly kept: KeptCalls,
  ) {}

  async history(): Promise<CallHistory> {
    const of = await this.kept.calls();
    if (this.made?.of !== of) {
      const calls = mergeCalls(of);
      const knowsTurns = calls.some(({ turn }) => turn !== undefined);
      const turns = knowsTurns ? [] : impliedTurns(calls);
      this.made = { of, history: inspectedHistory({ calls, turns, tools: [] }) };
    }
    return this.made.history;
  }

  async table(): Promise<CallHistory> {
    return this.replays.joinedTo(await this.history());
  }

  async whole(): Promise<void> {
    await this.kept.all();
  }

  async recorded(key: string): Promise<RecordedCall | undefined> {
    const replayed = this.replays.get(key);
    const inspected = replayed ? undefined : await this.find(key);
    return replayed ?? (inspected && this.kept.recorded(inspected));
  }

  /** Nothing happens here any more. */
  async live(): Promise<LiveCalls> {
    return { inFlight: 0 };
  }

  addReplay(recorded: RecordedCall): void {
    this.replays.add(recorded);
    this.note();
  }

  /** Tells that other calls are kept. */
  note(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async find(key: string): Promise<InspectedCall | undefined> {
    const all = await this.kept.all();
    const { calls } = await this.history();
    return (calls.length >= all.length ? calls : all).find(call => call.key === key);
  }
}
