import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { ChannelId } from '../../../contract/ids';
import type { CallLogs, FinishedCall, OpenedLog } from '../../gateway/callLogs';

export interface WatchParts {
  readonly calls: Pick<CallLogs, 'all' | 'onOpened' | 'onFinished'>;
  isOn(channel: ChannelId): boolean;
  /** Stores a call with its content. Never throws, and delays nobody. */
  store(finished: FinishedCall): void;
}

/** Keeps the content of calls while the user records their conversation, and hands it over. */
export class RecordingWatch implements Disposable {
  private readonly subscriptions = new DisposableStore();
  private readonly holds = new Map<OpenedLog['log'], Disposable>();

  constructor(private readonly parts: WatchParts) {
    const { calls } = parts;
    this.subscriptions.add(calls.onOpened(() => this.follow()));
    this.subscriptions.add(calls.onFinished(finished => this.finish(finished)));
    this.follow();
  }

  /** Looks at all conversations again: one is new, or the user has switched something. */
  follow(): void {
    const { all } = this.parts.calls;
    for (const opened of all) {
      this.look(opened);
    }
    const open = new Set(all.map(({ log }) => log));
    for (const log of this.holds.keys()) {
      if (!open.has(log)) {
        this.holds.delete(log);
      }
    }
  }

  dispose(): void {
    this.subscriptions.dispose();
    for (const hold of this.holds.values()) {
      hold.dispose();
    }
    this.holds.clear();
  }

  private look({ channel, log }: OpenedLog): void {
    const isOn = this.parts.isOn(channel);
    const hold = this.holds.get(log);
    if (isOn && !hold) {
      this.holds.set(log, log.wantBodies());
    } else if (!isOn && hold) {
      this.holds.delete(log);
      hold.dispose();
    }
  }

  private finish(finished: FinishedCall): void {
    if (this.holds.has(finished.log)) {
      this.parts.store(finished);
    }
  }
}
