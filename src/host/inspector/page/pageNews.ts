import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { InspectorSubject } from '../../../contract/inspector/inspector';
import type { Subjects } from '../subjects/subjects';
import type { InspectorPeer } from './inspectorPeer';

/** Milliseconds between two notifications about the same thing. */
const pause = 250;

export interface NewsParts {
  readonly subjects: Pick<Subjects, 'list' | 'of' | 'onChanged' | 'onListChanged'>;
  readonly peer: Pick<InspectorPeer, 'send'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Tells a page what has changed, at most four times a second. */
export class PageNews implements Disposable {
  private readonly store = new DisposableStore();
  private readonly waiting = new Set<string>();
  private timer: Disposable | undefined;
  private isListStale = false;
  private sent: readonly InspectorSubject[] = [];
  private followed: string | undefined;

  constructor(private readonly parts: NewsParts) {
    const { subjects } = parts;
    this.store.add(
      subjects.onChanged(id => {
        this.waiting.add(id);
        this.plan();
      }),
    );
    this.store.add(
      subjects.onListChanged(() => {
        this.isListStale = true;
        this.plan();
      }),
    );
  }

  /** Reports from now on what happens live in this subject. */
  follow(subject: string): void {
    this.followed = subject;
  }

  /** Reports changes that are none of the calls, such as those of the recording. */
  addSource(onChanged: Event<void>): void {
    this.store.add(
      onChanged(() => {
        if (this.followed !== undefined) {
          this.waiting.add(this.followed);
          this.plan();
        }
      }),
    );
  }

  dispose(): void {
    this.timer?.dispose();
    this.store.dispose();
  }

  private plan(): void {
    this.timer ??= this.parts.clock.setTimeout(() => {
      this.timer = undefined;
      this.tell().catch((error: unknown) =>
        this.parts.log.warn('inspector', { error: messageOf(error) }),
      );
    }, pause);
  }

  private async tell(): Promise<void> {
    const { peer, subjects } = this.parts;
    const changed = [...this.waiting];
    this.waiting.clear();
    for (const subject of changed) {
      peer.send('inspector.changed', { subject });
    }
    if (this.isListStale) {
      this.isListStale = false;
      const list = await subjects.list();
      if (JSON.stringify(list) !== JSON.stringify(this.sent)) {
        this.sent = list;
        peer.send('inspector.subjects', { subjects: list });
        // A recording is a conversation again once that opens, as after a reload of the window.
        if (this.followed !== undefined && !changed.includes(this.followed)) {
          peer.send('inspector.changed', { subject: this.followed });
        }
      }
    }
    // Last, because a subject that was cleared has nothing to report any more.
    if (this.followed !== undefined && changed.includes(this.followed)) {
      const subject = this.followed;
      peer.send('inspector.live', { subject, live: await (await subjects.of(subject)).live() });
    }
  }
}
