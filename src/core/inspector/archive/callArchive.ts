import { randomBytes } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { Sequencer } from '../../../base/sequencer';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import type { ModelCall } from '../../../contract/modelCalls';
import { hasCode } from '../../../node/hasCode';
import { boundedCall } from '../schema/boundedCall';
import { ArchiveDisk, type WaitingCall } from './archiveDisk';
import { ArchiveReader } from './archiveReader';
import type { ArchivedSubject } from './storedLine';
import { WriteQueue } from './writeQueue';

export interface CallArchiveOptions {
  /** Absolute path; created with the first call. Several windows share it. */
  readonly folder: string;
  /** Bytes that all windows together may take on disk. Read at each use. */
  limit(): number;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with what the user can do; again only once it has worked in between. */
  onProblem(error: UserError): void;
}

/** Calls that are written at once. */
const batchSize = 32;

/**
 * Recorded calls of all conversations in a bounded folder, for later windows as well. Nothing that
 * goes wrong here reaches the conversation: calls are lost instead, and the user is told.
 */
export class CallArchive {
  /** Name of this window, new at each start. */
  readonly window = `w${Date.now().toString(36)}-${randomBytes(4).toString('hex')}`;
  private readonly disk: ArchiveDisk;
  private readonly reader: ArchiveReader;
  private readonly queue = new WriteQueue();
  private readonly work = new Sequencer();
  private readonly places = new Map<string, number>();
  private isWriting = false;
  private isDisposed = false;
  private readonly told = new Set<string>();

  constructor(private readonly options: CallArchiveOptions) {
    const { folder, clock, log } = options;
    this.disk = new ArchiveDisk(folder, this.window, () => options.limit(), clock);
    this.reader = new ArchiveReader({
      ...{ paths: this.disk.paths, clock, log },
      onNewer: () => this.tell('inspector.newer', newerText()),
    });
  }

  /** Returns a key for a call of this window, unique also over reloads. */
  keyOf({ id }: Pick<ModelCall, 'id'>): string {
    return `${this.window}-${id}`;
  }

  /** Records a call. Returns at once; without its content if the disk is too slow for it. */
  add(subject: ArchivedSubject, recorded: RecordedCall): void {
    if (this.isDisposed) {
      return;
    }
    const place = this.places.get(subject.id) ?? 0;
    const { inspected } = recorded;
    const call = boundedCall(inspected.call);
    const kept = { ...recorded, inspected: { ...inspected, call } };
    if (!this.queue.push({ subject, recorded: kept, place })) {
      this.tell('inspector.slow', slowText());
      return;
    }
    this.places.set(subject.id, place + 1);
    if (!this.isWriting) {
      this.isWriting = true;
      void this.work.queue(() => this.writeAll());
    }
  }

  /** Returns the newest calls of a subject, oldest first. Takes the same time however many there are. */
  newest(subject: string, count: number): Promise<readonly InspectedCall[]> {
    return this.reader.newest(subject, count);
  }

  /** Yields all calls of a subject in pieces, the newest piece first, each piece oldest first. */
  calls(subject: string): AsyncGenerator<readonly InspectedCall[]> {
    return this.reader.calls(subject);
  }

  /** Returns all calls of a subject in the order of their start. */
  async all(subject: string): Promise<readonly InspectedCall[]> {
    const pieces: (readonly InspectedCall[])[] = [];
    for await (const piece of this.calls(subject)) {
      pieces.push(piece);
    }
    const calls = pieces.reverse().flat();
    return calls.toSorted((one, other) => one.call.startedAt - other.call.startedAt);
  }

  /** Returns undefined if the contents were never kept, or are gone. */
  bodies(
    subject: string,
    key: string,
  ): Promise<Pick<RecordedCall, 'request' | 'response'> | undefined> {
    return this.reader.bodies(subject, key);
  }

  /** Returns the subjects on disk, also those of earlier windows, the newest first. */
  list(): Promise<readonly ArchivedSubject[]> {
    return this.reader.list();
  }

  async state(): Promise<{
    readonly bytes: number;
    readonly calls: number;
    readonly oldestAt?: number;
  }> {
    return { bytes: await this.disk.bytes(), ...(await this.reader.sums()) };
  }

  /**
   * Removes a subject, or all of them, with what waits to be written.
   * @throws UserError `inspector.notCleared`
   */
  async clear(subject?: string): Promise<void> {
    this.queue.drop(subject);
    try {
      await this.work.queue(() => this.disk.clear(subject));
    } catch (error) {
      throw new UserError(
        'inspector.notCleared',
        l10n.t(
          'The recorded model calls could not be removed: {0}. Close other windows, or delete the folder {1}.',
          messageOf(error),
          this.options.folder,
        ),
        { cause: error },
      );
    }
  }

  /** Resolves when everything so far is on disk, or given up. */
  flush(): Promise<void> {
    return this.work.whenIdle();
  }

  /** Takes no more calls, and writes what it has. */
  async dispose(): Promise<void> {
    this.isDisposed = true;
    await this.flush();
  }

  private async writeAll(): Promise<void> {
    for (let calls = this.queue.take(batchSize); calls.length > 0; ) {
      await this.writeBatch(calls);
      calls = this.queue.take(batchSize);
    }
    this.isWriting = false;
  }

  private async writeBatch(calls: readonly WaitingCall[]): Promise<void> {
    try {
      await this.disk.write(calls);
      this.told.delete('inspector.notWritten');
      this.told.delete('inspector.slow');
    } catch (error) {
      this.options.log.warn('Model calls could not be recorded', { error: messageOf(error) });
      this.tell('inspector.notWritten', notWrittenText(error, this.options.folder));
    }
  }

  private tell(code: 'inspector.newer' | 'inspector.slow' | 'inspector.notWritten', text: string) {
    if (!this.told.has(code)) {
      this.told.add(code);
      this.options.onProblem(new UserError(code, text));
    }
  }
}

function notWrittenText(error: unknown, folder: string): string {
  return hasCode(error, 'ENOSPC', 'EDQUOT')
    ? l10n.t(
        'Model calls are not recorded, because the disk is full. Free some space, or clear the recorded calls.',
      )
    : l10n.t(
        'Model calls are not recorded: {0}. Check the folder {1}, or stop recording.',
        messageOf(error),
        folder,
      );
}

function slowText(): string {
  return l10n.t(
    'Some model calls are not recorded, because the disk is too slow. Stop recording if this continues.',
  );
}

function newerText(): string {
  return l10n.t(
    'Some recorded model calls were written by a newer version of Tandem and are not shown. Update Tandem to see them.',
  );
}
