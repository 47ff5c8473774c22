import type { Clock } from '../../../base/clock';
import { DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { omitUndefined } from '../../../base/omitUndefined';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { InspectorSubject, LiveCalls } from '../../../contract/inspector/inspector';
import type { CallHistory, RecordedCall } from '../../../contract/inspector/recordedCall';
import type { Channel } from '../../../core/conversation/channel';
import { inspectedHistory } from '../../../core/inspector/history/inspectedHistory';
import { mergeCalls } from '../../../core/inspector/history/mergeCalls';
import { liveCalls } from '../../../core/inspector/live/liveCalls';
import type { CallLog } from '../../../gateway/accounting/callLog';
import type { Recordings } from '../recording/recordings';
import { ArchivedCalls } from './archivedCalls';
import { type ConversationFacts, earlierFacts, factsOf, joinedFacts } from './conversationFacts';
import { maskedError } from './maskedError';
import { Replays } from './replays';
import { SlowRead } from './slowRead';
import type { Subject } from './subject';

export interface ConversationParts {
  readonly channel: Channel;
  readonly recordings: Pick<Recordings, 'archive' | 'onStored' | 'onCleared'>;
  /** Calls of this window; undefined if the conversation was never observed. */
  callLog(): CallLog | undefined;
  /** Fires when one of these calls begins, gets further or ends. */
  readonly onCalls: Event<void>;
  /** Fires when a turn of the conversation ends. */
  readonly onTurnEnded: Event<void>;
  /** Reads the calls that the agent's transcript reports. */
  transcript(signal: AbortSignal): Promise<readonly InspectedCall[]>;
  /** Estimated output tokens per second. */
  perSecond(): number | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Something made of parts, which is made again as soon as one of them is another one. */
interface Made<Parts extends readonly unknown[], T> {
  readonly of: Parts;
  readonly value: T;
}

type CallParts = readonly [number, readonly InspectedCall[], readonly InspectedCall[]];
type HistoryParts = readonly [readonly InspectedCall[], Channel['conversation'], ConversationFacts];

/** Calls of an open conversation: seen by the gateway, recorded earlier, and told by transcripts. */
export class ConversationSubject implements Subject {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly replays = new Replays();
  private readonly archived: ArchivedCalls;
  private readonly told: SlowRead<readonly InspectedCall[]>;
  private readonly earlier: SlowRead<ConversationFacts>;
  private readonly closing = new AbortController();
  private revision = 0;
  private merged: Made<CallParts, readonly InspectedCall[]> | undefined;
  private made: Made<HistoryParts, CallHistory> | undefined;

  readonly onChanged = this.changed.event;

  constructor(private readonly parts: ConversationParts) {
    const { channel, recordings, clock } = parts;
    const onMore = () => this.note();
    this.archived = new ArchivedCalls({
      ...{ archive: recordings.archive, subject: channel.id, onMore },
      onError: error => this.warn('Recorded calls could not be read', error),
    });
    this.told = new SlowRead({
      ...{ read: () => this.readTranscript(), otherwise: [], clock },
      onRead: onMore,
      onError: error => this.warn('The transcript could not be read for its calls', error),
    });
    this.earlier = new SlowRead({
      ...{ read: () => earlierFacts(channel), otherwise: noFacts, clock },
      onRead: onMore,
      onError: error => this.warn('Earlier turns could not be read', error),
    });
    this.follow();
  }

  get info(): InspectorSubject {
    const { id, title, record } = this.parts.channel;
    return { id, kind: 'conversation', title, ...omitUndefined({ agent: record.source }) };
  }

  async history(): Promise<CallHistory> {
    const [calls, earlier] = await Promise.all([this.calls(), this.earlier.value()]);
    const { conversation } = this.parts.channel;
    this.made = remade(this.made, [calls, conversation, earlier], () => {
      const facts = joinedFacts(earlier, factsOf(conversation));
      const { contextWindow } = conversation.summary.usage;
      return inspectedHistory({ calls, ...facts, ...omitUndefined({ contextWindow }) });
    });
    return this.made.value;
  }

  async table(): Promise<CallHistory> {
    return this.replays.joinedTo(await this.history());
  }

  async whole(): Promise<void> {
    await Promise.all([this.archived.all(), this.told.whole(), this.earlier.whole()]);
  }

  async recorded(key: string): Promise<RecordedCall | undefined> {
    const replayed = this.replays.get(key);
    const inspected = replayed ? undefined : await this.find(key);
    if (!inspected?.hasBodies) {
      return replayed ?? (inspected && { version: 1, inspected });
    }
    const { archive } = this.parts.recordings;
    const bodies = await archive.bodies(this.parts.channel.id, key);
    if (!bodies) {
      // Newer calls have displaced it.
      this.archived.lose(key);
      this.note();
      return { version: 1, inspected: { ...inspected, hasBodies: false } };
    }
    return { version: 1, inspected, ...bodies };
  }

  async live(): Promise<LiveCalls> {
    // Turns and costs take longer than all else, and say nothing about what happens now.
    return liveCalls(await this.calls(), this.parts.perSecond(), this.parts.clock.now());
  }

  addReplay(recorded: RecordedCall): void {
    this.replays.add(recorded);
    this.note();
  }

  dispose(): void {
    this.closing.abort();
    this.store.dispose();
  }

  private follow(): void {
    const { channel, recordings, onCalls, onTurnEnded } = this.parts;
    this.store.add(onCalls(() => this.note()));
    this.store.add(
      onTurnEnded(() => {
        this.told.forget();
        this.note();
      }),
    );
    this.store.add(
      recordings.onStored(({ channel: id, inspected }) => {
        if (id === channel.id) {
          this.archived.add(inspected);
          this.note();
        }
      }),
    );
    this.store.add(
      recordings.onCleared(subject => {
        if (subject === undefined || subject === channel.id) {
          this.archived.forget();
          this.replays.forget();
          this.note();
        }
      }),
    );
  }

  private note(): void {
    this.revision += 1;
    this.changed.fire();
  }

  private warn(what: string, error: unknown): void {
    if (!this.closing.signal.aborted) {
      this.parts.log.warn(what, { error: messageOf(error) });
    }
  }

  private async find(key: string): Promise<InspectedCall | undefined> {
    const isIt = (call: InspectedCall) => call.key === key;
    const found = (await this.history()).calls.find(isIt);
    if (found) {
      return found;
    }
    await this.whole();
    return (await this.history()).calls.find(isIt);
  }

  private async readTranscript(): Promise<readonly InspectedCall[]> {
    const calls = await this.parts.transcript(this.closing.signal);
    return calls.map(inspected => ({ ...inspected, call: maskedError(inspected.call) }));
  }

  /** Calls of all sources, oldest first, without turns and costs. */
  private async calls(): Promise<readonly InspectedCall[]> {
    const [archived, told] = await Promise.all([this.archived.calls(), this.told.value()]);
    this.merged = remade(this.merged, [this.revision, archived, told], () =>
      mergeCalls(this.liveRows(archived), archived, told),
    );
    return this.merged.value;
  }

  private liveRows(archived: readonly InspectedCall[]): readonly InspectedCall[] {
    const log = this.parts.callLog();
    if (!log) {
      return [];
    }
    const { archive } = this.parts.recordings;
    const withBodies = new Set(archived.flatMap(({ key, hasBodies }) => (hasBodies ? key : [])));
    return [...log.calls, ...log.inFlight].map(call => {
      const key = archive.keyOf(call);
      const hasBodies = withBodies.has(key);
      return { key, source: 'gateway', call: maskedError(call), unknown: [], hasBodies } as const;
    });
  }
}

const noFacts: ConversationFacts = { turns: [], tools: [] };

/** Returns what was made of the same parts before, else makes it anew. */
function remade<Parts extends readonly unknown[], T>(
  before: Made<Parts, T> | undefined,
  of: Parts,
  make: () => T,
): Made<Parts, T> {
  return before && of.every((part, index) => part === before.of[index])
    ? before
    : { of, value: make() };
}
