import type { Clock } from '../../base/clock';
import type { ChannelRecord, RecordStorage } from './channelRecord';

/** Sole writer of a channel's record; each change goes straight to the journal. */
export class RecordKeeper {
  constructor(
    private record: ChannelRecord,
    private readonly storage: RecordStorage,
    private readonly clock: Clock,
  ) {}

  get current(): ChannelRecord {
    return this.record;
  }

  save(changes: Partial<Omit<ChannelRecord, 'channelId' | 'cwd'>>): void {
    this.record = { ...this.record, ...changes, updatedAt: this.clock.now() };
    this.storage.save(this.record);
  }

  /** Removes a member that no longer applies. Saves nothing if the record has none. */
  forget(
    member:
      | 'process'
      | 'fork'
      | 'rewound'
      | 'fallbackTitle'
      | 'granted'
      | 'sideQuestions'
      | 'goOn'
      | 'ownModel',
  ): void {
    const { [member]: before, ...rest } = this.record;
    if (before !== undefined) {
      this.record = rest;
      this.save({});
    }
  }

  written(): Promise<void> {
    return this.storage.written();
  }

  flush(): Promise<void> {
    return this.storage.flush();
  }
}
