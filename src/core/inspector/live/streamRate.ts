import { textTokens } from '../../../base/tokenEstimate';
import type { ModelCall } from '../../../contract/modelCalls';

/** Milliseconds over which a speed is measured. */
const period = 5_000;
/** Shorter measurements say nothing about a speed. */
const shortest = 500;
const mostSamples = 400;

interface Sample {
  readonly at: number;
  readonly characters: number;
}

/** Estimates how fast answers arrive, of all calls in flight together. */
export class StreamRate {
  private readonly samples: Sample[] = [];
  private readonly streamed = new Map<number, number>();
  private startedAt = 0;

  /** Takes what is known of a call in flight. */
  note({ id, streamed = 0 }: ModelCall, at: number): void {
    const before = this.streamed.get(id) ?? 0;
    if (streamed <= before) {
      return;
    }
    if (this.streamed.size === 0) {
      this.startedAt = at;
    }
    this.streamed.set(id, streamed);
    this.samples.push({ at, characters: streamed - before });
    if (this.samples.length > mostSamples) {
      this.samples.shift();
    }
  }

  /** Forgets a call that has finished. */
  end(id: number): void {
    this.streamed.delete(id);
    if (this.streamed.size === 0) {
      this.samples.length = 0;
    }
  }

  /** @returns tokens per second; undefined while nothing streams */
  perSecond(now: number): number | undefined {
    while (this.samples[0] && this.samples[0].at <= now - period) {
      this.samples.shift();
    }
    const span = Math.min(period, now - this.startedAt);
    if (this.samples.length === 0 || span < shortest) {
      return undefined;
    }
    const characters = this.samples.reduce((sum, sample) => sum + sample.characters, 0);
    return Math.round((textTokens(characters) / span) * 1000);
  }
}
