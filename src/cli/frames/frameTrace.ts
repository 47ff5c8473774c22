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
/** Length in UTF-16 units up to which a frame is kept as it is. */
const smallLength = 4_096;

interface Kept extends TracedFrame {
  /** False for a small frame: making its shape would take a sixth of the time of reading it. */
  readonly isShape: boolean;
}

/** Last frames of one process in both directions, for problem reports, without their content. */
export class FrameTrace {
  private readonly ring: Kept[] = [];
  private count = 0;
  private kept = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * @param frame is not changed afterwards
   * @param length of the frame as JSON, in UTF-16 units
   */
  add(to: TracedFrame['to'], frame: JsonObject, length: number): void {
    this.count += 1;
    const last = this.ring[(this.kept - 1) % mostFrames];
    // A text arrives in hundreds of pieces, which would displace all other frames.
    if (last && to === last.to && isPiece(frame) && isPiece(last.frame)) {
      const pieces = (last.pieces ?? 1) + 1;
      this.ring[(this.kept - 1) % mostFrames] = { ...last, pieces };
      return;
    }
    const isShape = length > smallLength;
    const shown = isShape ? frameShape(frame) : frame;
    this.ring[this.kept % mostFrames] = { at: this.clock.now(), to, frame: shown, isShape };
    this.kept += 1;
  }

  /** Number of frames so far, including dropped ones. */
  get total(): number {
    return this.count;
  }

  /** Kept frames, oldest first. */
  get frames(): readonly TracedFrame[] {
    const start = this.kept % mostFrames;
    return [...this.ring.slice(start), ...this.ring.slice(0, start)].map(
      ({ isShape, frame, ...rest }) => ({ ...rest, frame: isShape ? frame : frameShape(frame) }),
    );
  }
}

function isPiece({ type, event }: JsonObject): boolean {
  return type === 'stream_event' && isObject(event) && event.type === 'content_block_delta';
}
