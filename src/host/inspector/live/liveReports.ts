import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { ChannelId } from '../../../contract/ids';
import type { LiveCalls } from '../../../contract/inspector/inspector';
import { liveCalls } from '../../../core/inspector/live/liveCalls';
import { StreamRate } from '../../../core/inspector/live/streamRate';
import type { LivePort } from '../../chat/chatPage';
import type { CallLogs, OpenedLog } from '../../gateway/callLogs';

/** Milliseconds between two reports about a conversation. */
const pause = 1_000;

export interface LiveReportParts {
  readonly calls: Pick<CallLogs, 'of' | 'onOpened' | 'onChanged'>;
  /** Whether an agent runs whose calls nobody sees. */
  isBlind(channel: ChannelId): boolean;
  readonly clock: Clock;
}

/** Reports on what happens in observed conversations, at most once a second for each. */
export class LiveReports implements LivePort, Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<ChannelId>());
  private readonly rates = new WeakMap<OpenedLog['log'], StreamRate>();
  /** Pauses by conversation, and whether something has changed meanwhile. */
  private readonly pauses = new Map<ChannelId, { readonly timer: Disposable; isStale: boolean }>();

  readonly onChanged = this.changed.event;

  constructor(private readonly parts: LiveReportParts) {
    const { calls, clock } = parts;
    this.store.add(
      calls.onOpened(({ log }) => {
        const rate = new StreamRate();
        this.rates.set(log, rate);
        log.onProgress(call => rate.note(call, clock.now()));
        log.onFinished(({ id }) => rate.end(id));
      }),
    );
    this.store.add(calls.onChanged(channel => this.note(channel)));
  }

  of(channel: ChannelId): LiveCalls | undefined {
    const log = this.parts.calls.of(channel);
    if (!log || this.parts.isBlind(channel)) {
      return undefined;
    }
    const all = [...log.calls, ...log.inFlight].map(call => ({
      ...{ key: String(call.id), source: 'gateway' as const, call },
      ...{ unknown: [], hasBodies: false },
    }));
    return liveCalls(all, this.perSecond(channel), this.parts.clock.now());
  }

  /** Estimated output tokens per second; undefined while nothing streams. */
  perSecond(channel: ChannelId): number | undefined {
    const log = this.parts.calls.of(channel);
    return log && this.rates.get(log)?.perSecond(this.parts.clock.now());
  }

  dispose(): void {
    for (const { timer } of this.pauses.values()) {
      timer.dispose();
    }
    this.pauses.clear();
    this.store.dispose();
  }

  private note(channel: ChannelId): void {
    const known = this.pauses.get(channel);
    if (known) {
      known.isStale = true;
      return;
    }
    const timer = this.parts.clock.setTimeout(() => {
      const isStale = this.pauses.get(channel)?.isStale;
      this.pauses.delete(channel);
      if (isStale) {
        this.note(channel);
      }
    }, pause);
    this.pauses.set(channel, { timer, isStale: false });
    this.changed.fire(channel);
  }
}
