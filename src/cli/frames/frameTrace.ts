import type { Clock } from '../../base/clock';
import { isObject, type JsonObject } from '../../base/json';
import { frameShape } from './frameShape';

export interface TracedFrame {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly to: 'agent' | 'tandem';
  /** See `frameShape`. */
  readonly frame: JsonObject;
  /** How many pieces of a text this one stands for, itself among them. */
  readonly pieces?: number;
}

const mostFrames = 150;

/** The last frames of one process in both directions, for problem reports: what was said is not kept. */
export class FrameTrace {
  private readonly ring: TracedFrame[] = [];
  private count = 0;
  private kept = 0;

  constructor(private readonly clock: Clock) {}

  add(to: TracedFrame['to'], frame: JsonObject): void {
    this.count += 1;
    const last = this.ring[(this.kept - 1) % mostFrames];
    // A text comes in hundreds of pieces, which would leave room for nothing else.
    if (last && to === last.to && isPiece(frame) && isPiece(last.frame)) {
      const pieces = (last.pieces ?? 1) + 1;
      this.ring[(this.kept - 1) % mostFrames] = { ...last, pieces };
      return;
    }
    this.ring[this.kept % mostFrames] = { at: this.clock.now(), to, frame: frameShape(frame) };
    this.kept += 1;
  }

  /** How many there have been. */
  get total(): number {
    return this.count;
  }

  /** Those that are kept, the oldest first. */
  get frames(): readonly TracedFrame[] {
    const start = this.kept % mostFrames;
    return [...this.ring.slice(start), ...this.ring.slice(0, start)];
  }
}

function isPiece({ type, event }: JsonObject): boolean {
  return type === 'stream_event' && isObject(event) && event.type === 'content_block_delta';
}
