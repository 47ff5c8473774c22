import type { Clock } from '../base/clock';
import type { JsonObject } from '../base/json';
import { frameShape } from './frameShape';

export interface TracedFrame {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly to: 'agent' | 'tandem';
  /** See `frameShape`. */
  readonly frame: JsonObject;
}

const mostFrames = 150;

/** The last frames of one process in both directions, for problem reports: what was said is not kept. */
export class FrameTrace {
  private readonly ring: TracedFrame[] = [];
  private count = 0;

  constructor(private readonly clock: Clock) {}

  add(to: TracedFrame['to'], frame: JsonObject): void {
    this.ring[this.count % mostFrames] = { at: this.clock.now(), to, frame: frameShape(frame) };
    this.count += 1;
  }

  /** How many there have been. */
  get total(): number {
    return this.count;
  }

  /** Those that are kept, the oldest first. */
  get frames(): readonly TracedFrame[] {
    const start = this.count % mostFrames;
    return [...this.ring.slice(start), ...this.ring.slice(0, start)];
  }
}
