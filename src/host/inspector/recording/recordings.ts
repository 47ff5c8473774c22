import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { messageOf } from '../../../base/errors';
import { maskSecrets } from '../../../base/secrets';
import type { ChannelId } from '../../../contract/ids';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallArchive, CallArchiveOptions } from '../../../core/inspector/archive/callArchive';
import type { CallLog } from '../../../gateway/accounting/callLog';
import type { CallRecorder } from '../../../gateway/accounting/recording';
import type { FinishedCall } from '../../gateway/callLogs';
import type { Mask } from './secretMask';

export interface RecordingsParts extends Omit<CallArchiveOptions, 'onProblem'> {
  /** Conversation as its recording names it; undefined if it is closed. */
  subjectOf(channel: ChannelId): RecordedConversation | undefined;
  mask(): Promise<Mask>;
  /** Tells the user once that recordings cannot be written, until it works again. */
  onProblem(message: string): void;
}

export interface RecordedConversation {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
}

/** A call that was handed to the archive. */
export interface StoredCall {
  readonly channel: ChannelId;
  readonly inspected: InspectedCall;
}

interface Loaded {
  readonly archive: CallArchive;
  readonly CallRecorder: typeof CallRecorder;
  readonly maskedCall: typeof import('../../../gateway/accounting/maskedCall').maskedCall;
}

/** Recorded calls on disk, of all windows. Loads with the first use. */
export class Recordings implements Disposable {
  private readonly stored = new Emitter<StoredCall>();
  private readonly cleared = new Emitter<string | undefined>();
  private readonly recorders = new WeakMap<CallLog, CallRecorder>();
  private mask: Mask = maskSecrets;
  private loading: Promise<Loaded> | undefined;
  private isDisposed = false;

  readonly onStored = this.stored.event;
  /** Fires with the subject whose calls were cleared; undefined: all of them. */
  readonly onCleared = this.cleared.event;

  constructor(private readonly parts: RecordingsParts) {}

  async archive(): Promise<CallArchive> {
    return (await this.load()).archive;
  }

  /** Stores a call with its content. Never throws, and delays nobody. */
  store({ channel, log, call }: FinishedCall): void {
    const subject = this.parts.subjectOf(channel);
    if (!subject) {
      return;
    }
    Promise.all([this.load(), this.parts.mask()])
      .then(([{ archive, maskedCall, ...loaded }, mask]) => {
        this.mask = mask;
        const bodies = this.recorderOf(log, loaded).take(call);
        const inspected: InspectedCall = {
          ...{ key: archive.keyOf(call), source: 'gateway', call: maskedCall(call, mask) },
          ...{ unknown: [], hasBodies: bodies !== undefined },
        };
        archive.add(subject, { version: 1, inspected, ...bodies });
        this.stored.fire({ channel, inspected });
      })
      .catch((error: unknown) =>
        this.parts.log.error('A model call was not recorded', { error: messageOf(error) }),
      );
  }

  /** Deletes recorded calls of one subject, or of all. */
  async clear(subject?: string): Promise<void> {
    await (await this.archive()).clear(subject);
    this.cleared.fire(subject);
  }

  dispose(): void {
    this.isDisposed = true;
    this.stored.dispose();
    this.cleared.dispose();
  }

  /** Resolves when what was stored so far is on disk, or given up. */
  async ended(): Promise<void> {
    await (await this.loading)?.archive.dispose();
  }

  /** A recorder remembers what it has masked in a log. */
  private recorderOf(log: CallLog, { CallRecorder }: Pick<Loaded, 'CallRecorder'>): CallRecorder {
    const known = this.recorders.get(log) ?? new CallRecorder(log, text => this.mask(text));
    this.recorders.set(log, known);
    return known;
  }

  private load(): Promise<Loaded> {
    this.loading ??= this.import();
    return this.loading;
  }

  private async import(): Promise<Loaded> {
    const [{ CallArchive }, { CallRecorder }, { maskedCall }] = await Promise.all([
      import('../../../core/inspector/archive/callArchive'),
      import('../../../gateway/accounting/recording'),
      import('../../../gateway/accounting/maskedCall'),
    ]);
    const { folder, limit, clock, log, onProblem } = this.parts;
    const archive = new CallArchive({
      ...{ folder, limit, clock, log },
      onProblem: error => this.isDisposed || onProblem(error.message),
    });
    return { archive, CallRecorder, maskedCall };
  }
}
