import type { Clock } from '../../base/clock';
import { isObject, type JsonObject } from '../../base/json';
import { frameShape } from './frameShape';

export interface TracedFrame {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly to: 'agent' | 'tandem';
  /** See `frameShape`. */
  readonly frame: JsonObject;
  /** Number of text pieces that this frame stands for, itself included. */
  readonly pieces?: number;
}

const mostFrames = 150;

/** Last frames of one process in both directions, for problem reports, without their content. */
export class FrameTrace {
  private readonly ring: TracedFrame[] = [];
  private count = 0;
  private kept = 0;

  constructor(private readonly clock: Clock) {}

  add(to: TracedFrame['to'], frame: JsonObject): void {
    this.count += 1;
    const last = this.ring[(this.kept - 1) % mostFrames];
    // A text arrives in hundreds of pieces, which would displace all other frames.
    if (last && to === last.to && isPiece(frame) && isPiece(last.frame)) {
      const pieces = (last.pieces ?? 1) + 1;
      this.ring[(this.kept - 1) % mostFrames] = { ...last, pieces };
      return;
    }
    this.ring[this.kept % mostFrames] = { at: this.clock.now(), to, frame: frameShape(frame) };
    this.kept += 1;
  }

  /** Number of frames so far, including dropped ones. */
  get total(): number {
    return this.count;
  }

  /** Kept frames, oldest first. */
  get frames(): readonly TracedFrame[] {
    const start = this.kept % mostFrames;
    return [...this.ring.slice(start), ...this.ring.slice(0, start)];
  }
}

function isPiece({ type, event }: JsonObject): boolean {
  return type === 'stream_event' && isObject(event) && event.type === 'content_block_delta';
}
