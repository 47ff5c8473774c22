import type { Clock } from '../../../base/clock';
import { raceTimeout } from '../../../node/raceTimeout';

/** Milliseconds that an answer waits for something that may take long. */
const patience = 200;

export interface SlowParts<T> {
  read(): Promise<T>;
  /** Value until it is read, or if it cannot be. */
  readonly otherwise: T;
  /** Called when it was read after `value` had to do without it. */
  onRead(): void;
  onError(error: unknown): void;
  readonly clock: Clock;
}

/** Value whose reading holds nobody up for long. */
export class SlowRead<T extends object> {
  private reading: Promise<T> | undefined;
  private known: T | undefined;
  private isRead = false;
  private isMissed = false;

  constructor(private readonly parts: SlowParts<T>) {}

  /** Returns what is known soon; the same object until that changes. */
  async value(): Promise<T> {
    await raceTimeout(this.whole(), patience, this.parts.clock);
    this.isMissed ||= !this.isRead;
    return this.known ?? this.parts.otherwise;
  }

  /** Resolves when it is read. */
  async whole(): Promise<T> {
    if (!this.reading) {
      this.isRead = false;
      this.reading = this.read();
    }
    return this.reading;
  }

  /** Reads it anew when it is asked for; until then, the former value counts. */
  forget(): void {
    this.reading = undefined;
  }

  private async read(): Promise<T> {
    const { read, otherwise, onRead, onError } = this.parts;
    try {
      this.known = await read();
    } catch (error) {
      onError(error);
      this.known ??= otherwise;
    }
    this.isRead = true;
    if (this.isMissed) {
      this.isMissed = false;
      onRead();
    }
    return this.known;
  }
}
