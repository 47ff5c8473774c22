import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import type { ChannelId } from '../../../contract/ids';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import { CallArchive, type CallArchiveOptions } from '../../../core/inspector/archive/callArchive';
import type { CallLog } from '../../../gateway/accounting/callLog';
import { maskedCall } from '../../../gateway/accounting/maskedCall';
import { CallRecorder } from '../../../gateway/accounting/recording';
import type { FinishedCall } from '../../gateway/callLogs';
import type { Mask } from './secretMask';

export interface RecordingsParts extends Omit<CallArchiveOptions, 'onProblem'> {
  /** Conversation as its recording names it; undefined if it is closed. */
  subjectOf(channel: ChannelId): RecordedConversation | undefined;
  mask(): Promise<Mask>;
  /** Tells the user once that recordings cannot be written, until it works again. */
  onProblem(message: string): void;
}

interface RecordedConversation {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
}

/** A call that was handed to the archive. */
export interface StoredCall {
  readonly channel: ChannelId;
  readonly inspected: InspectedCall;
}

/** Recorded calls on disk, of all windows. Touches the disk with the first use. */
export class Recordings implements Disposable {
  readonly archive: CallArchive;
  private readonly stored = new Emitter<StoredCall>();
  private readonly cleared = new Emitter<string | undefined>();
  private readonly recorders = new WeakMap<CallLog, { recorder: CallRecorder; mask: Mask }>();
  private isDisposed = false;
  private closing: Promise<void> | undefined;

  readonly onStored = this.stored.event;
  /** Fires with the subject whose calls were cleared; undefined: all of them. */
  readonly onCleared = this.cleared.event;

  constructor(private readonly parts: RecordingsParts) {
    const { folder, limit, clock, log, onProblem } = parts;
    this.archive = new CallArchive({
      ...{ folder, limit, clock, log },
      onProblem: error => this.isDisposed || onProblem(error.message),
    });
  }

  /** Stores a call with its content. Never throws, and delays nobody. */
  store({ channel, log, call }: FinishedCall): void {
    const subject = this.parts.subjectOf(channel);
    if (!subject) {
      return;
    }
    const { archive } = this;
    this.parts
      .mask()
      .then(mask => {
        const bodies = this.recorderOf(log, mask).take(call);
        const inspected: InspectedCall = {
          ...{ key: archive.keyOf(call), source: 'gateway', call: maskedCall(call, mask) },
          ...{ unknown: [], hasBodies: bodies !== undefined },
        };
        archive.add(
          { ...subject, title: mask(subject.title) },
          { version: 1, inspected, ...bodies },
        );
        this.stored.fire({ channel, inspected });
      })
      .catch((error: unknown) =>
        this.parts.log.error('A model call was not recorded', { error: messageOf(error) }),
      );
  }

  /** Deletes recorded calls of one subject, or of all. */
  async clear(subject?: string): Promise<void> {
    await this.archive.clear(subject);
    this.cleared.fire(subject);
  }

  dispose(): void {
    this.isDisposed = true;
    this.stored.dispose();
    this.cleared.dispose();
    this.closing = this.archive.dispose();
  }

  /** Resolves when what was stored before `dispose` is on disk, or given up. */
  async ended(): Promise<void> {
    await this.closing;
  }

  /** A recorder remembers what it has masked in a log, which counts while nothing else is secret. */
  private recorderOf(log: CallLog, mask: Mask): CallRecorder {
    const known = this.recorders.get(log);
    if (known?.mask === mask) {
      return known.recorder;
    }
    const recorder = new CallRecorder(log, mask);
    this.recorders.set(log, { recorder, mask });
    return recorder;
  }
}
