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
import { type ConversationFacts, earlierFacts, factsOf, joinedFacts } from './conversationFacts';
import { Replays } from './replays';
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
  now(): number;
  readonly log: Log;
}

/** What a history was made of. It is made again as soon as one of them is another object. */
type Made = readonly [
  number,
  Channel['conversation'],
  readonly InspectedCall[],
  readonly InspectedCall[],
  ConversationFacts,
];

/** Calls of an open conversation: seen by the gateway, recorded earlier, and told by transcripts. */
export class ConversationSubject implements Subject {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly replays = new Replays();
  private archived: Promise<readonly InspectedCall[]> | undefined;
  private told: Promise<readonly InspectedCall[]> | undefined;
  private earlier: Promise<ConversationFacts> | undefined;
  /** Keys of calls whose content is known to be gone. */
  private readonly evicted = new Set<string>();
  private readonly closing = new AbortController();
  private revision = 0;
  private made: { readonly of: Made; readonly history: CallHistory } | undefined;

  readonly onChanged = this.changed.event;

  constructor(private readonly parts: ConversationParts) {
    const { channel, recordings, onCalls, onTurnEnded } = parts;
    const note = () => this.note();
    this.store.add(onCalls(note));
    this.store.add(
      onTurnEnded(() => {
        this.told = undefined;
        note();
      }),
    );
    this.store.add(
      recordings.onStored(({ channel: id, inspected }) => {
        if (id === channel.id) {
          this.archived = this.archived?.then(calls => [...calls, inspected]);
          note();
        }
      }),
    );
    this.store.add(
      recordings.onCleared(subject => {
        if (subject === undefined || subject === channel.id) {
          this.archived = undefined;
          note();
        }
      }),
    );
  }

  get info(): InspectorSubject {
    const { id, title, record } = this.parts.channel;
    return { id, kind: 'conversation', title, ...omitUndefined({ agent: record.source }) };
  }

  async history(): Promise<CallHistory> {
    const { channel } = this.parts;
    const [archived, told, earlier] = await Promise.all([
      this.archivedCalls(),
      this.toldCalls(),
      this.earlierFacts(),
    ]);
    const of: Made = [this.revision, channel.conversation, archived, told, earlier];
    if (this.made && of.every((part, index) => part === this.made?.of[index])) {
      return this.made.history;
    }
    const facts = joinedFacts(earlier, factsOf(channel.conversation));
    const calls = mergeCalls(await this.liveRows(archived), archived, told);
    const { contextWindow } = channel.conversation.summary.usage;
    const history = inspectedHistory({ calls, ...facts, ...omitUndefined({ contextWindow }) });
    this.made = { of, history };
    return history;
  }

  async table(): Promise<CallHistory> {
    return this.replays.joinedTo(await this.history());
  }

  async recorded(key: string): Promise<RecordedCall | undefined> {
    const replayed = this.replays.get(key);
    if (replayed) {
      return replayed;
    }
    const { calls } = await this.history();
    const inspected = calls.find(call => call.key === key);
    if (!inspected?.hasBodies) {
      return inspected && { version: 1, inspected };
    }
    const archive = await this.parts.recordings.archive();
    const bodies = await archive.bodies(this.parts.channel.id, key);
    if (!bodies) {
      // Other calls have displaced it.
      this.evicted.add(key);
      this.note();
      return { version: 1, inspected: { ...inspected, hasBodies: false } };
    }
    return { version: 1, inspected, ...bodies };
  }

  async live(): Promise<LiveCalls> {
    const { calls } = await this.history();
    return liveCalls(calls, this.parts.perSecond(), this.parts.now());
  }

  addReplay(recorded: RecordedCall): void {
    this.replays.add(recorded);
    this.note();
  }

  dispose(): void {
    this.closing.abort();
    this.store.dispose();
  }

  private note(): void {
    this.revision += 1;
    this.changed.fire();
  }

  private async liveRows(archived: readonly InspectedCall[]): Promise<readonly InspectedCall[]> {
    const log = this.parts.callLog();
    if (!log) {
      return [];
    }
    const archive = await this.parts.recordings.archive();
    const withBodies = new Set(archived.flatMap(({ key, hasBodies }) => (hasBodies ? key : [])));
    return [...log.calls, ...log.inFlight].map(call => {
      const key = archive.keyOf(call);
      const hasBodies = withBodies.has(key) && !this.evicted.has(key);
      return { key, source: 'gateway', call, unknown: [], hasBodies } as const;
    });
  }

  private async archivedCalls(): Promise<readonly InspectedCall[]> {
    this.archived ??= this.parts.recordings
      .archive()
      .then(archive => archive.all(this.parts.channel.id));
    return this.archived;
  }

  private toldCalls(): Promise<readonly InspectedCall[]> {
    this.told ??= this.parts.transcript(this.closing.signal).catch((error: unknown) => {
      this.parts.log.warn('The transcript could not be read for its calls', {
        error: messageOf(error),
      });
      return [];
    });
    return this.told;
  }

  private earlierFacts(): Promise<ConversationFacts> {
    this.earlier ??= earlierFacts(this.parts.channel).catch((error: unknown) => {
      this.parts.log.warn('Earlier turns could not be read', { error: messageOf(error) });
      return { turns: [], tools: [] };
    });
    return this.earlier;
  }
}
