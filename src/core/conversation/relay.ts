import type { Clock } from '../../base/clock';
import { type Disposable, toDisposable } from '../../base/disposable';
import type { MoreText } from '../../contract/calls';
import { appendMerged, continues, type Delta, isDelta } from '../../contract/deltas';
import type { ConversationEvent } from '../../contract/events';
import { postedLength, surelyFits } from './postedLength';

/** A page can paint at most one post per animation frame. */
const frameMs = 16;
/** Steady text is posted in every other frame: it reads as fluently, for half the work. */
const steadyMs = 33;
/** Posts of text without a pause after which it counts as steady. */
const steadyPosts = 10;
/** VS Code copies a message several times: about 60 ms of the window's thread per MB. */
const maxMessageLength = 256 * 1024;
/** UTF-16 units of streamed text in one event: as JSON, each may take six. */
const maxTextLength = 40 * 1024;

/** Page that shows a channel. */
export interface ChannelPage {
  post(message: {
    epoch: number;
    seq: number;
    events: readonly ConversationEvent[];
    done: boolean;
  }): void;
  /** Receives text in its short form; without this, in the long one. */
  more?(text: MoreText): void;
}

/**
 * Relays a channel's events to its pages: merges consecutive deltas, posts text once per frame and
 * steady text once per two, never waits for a page. The first text of a block or after a pause is
 * posted immediately. `seq` counts the messages of an `epoch`.
 */
export class Relay implements Disposable {
  private readonly pages = new Set<ChannelPage>();
  private waiting: ConversationEvent[] = [];
  private timer: Disposable | undefined;
  /** Time of the last post of streamed text. */
  private lastText = Number.NEGATIVE_INFINITY;
  /** Posts of streamed text since it paused. */
  private posts = 0;
  private lastSeq = 0;
  /** End of the last message that all pages have, which a short one may continue. */
  private lastDelta: Delta | undefined;

  constructor(
    private currentEpoch: number,
    private readonly clock: Clock,
  ) {}

  attach(page: ChannelPage): Disposable {
    this.pages.add(page);
    this.lastDelta = undefined;
    return toDisposable(() => this.pages.delete(page));
  }

  push(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      appendMerged(this.waiting, event);
    }
    if (this.waiting.length === 0) {
      return;
    }
    if (events.some(event => !isDelta(event))) {
      if (events.some(({ type }) => type === 'block.started')) {
        this.posts = 0;
      }
      this.flush();
      if (events.at(-1)?.type === 'block.started') {
        this.lastText = Number.NEGATIVE_INFINITY;
      }
      return;
    }
    const left = this.restOfFrame();
    if (left <= 0) {
      this.flush();
    } else {
      this.timer ??= this.clock.setTimeout(() => this.flush(), left);
    }
  }

  /** Posts pending events; a snapshot taken now contains everything up to this position. */
  settle(): { readonly epoch: number; readonly seq: number } {
    this.flush();
    // A page that knows only the snapshot cannot tell which block would be continued.
    this.lastDelta = undefined;
    return { epoch: this.currentEpoch, seq: this.lastSeq };
  }

  /** Starts a new epoch because posted events are obsolete. Pages must request everything again. */
  restart(): void {
    this.timer?.dispose();
    this.timer = undefined;
    this.waiting = [];
    this.lastSeq = 0;
    this.lastDelta = undefined;
    this.currentEpoch = Math.max(this.currentEpoch + 1, this.clock.now());
  }

  /** Posts an empty message, so that pages notice a new epoch even without events. */
  announce(): void {
    this.flush();
    this.post([]);
  }

  dispose(): void {
    this.timer?.dispose();
    this.pages.clear();
  }

  private flush(): void {
    this.timer?.dispose();
    this.timer = undefined;
    const events = this.waiting;
    this.waiting = [];
    if (events.some(isDelta)) {
      const now = this.clock.now();
      this.posts = now - this.lastText > 2 * steadyMs ? 1 : this.posts + 1;
      this.lastText = now;
    }
    for (const part of split(events)) {
      this.post(part);
    }
  }

  private post(events: readonly ConversationEvent[]): void {
    this.lastSeq += 1;
    const [first] = events;
    const last = events.at(-1);
    const isMore = events.length === 1 && first && continues(this.lastDelta, first);
    const { currentEpoch: epoch, lastSeq: seq } = this;
    const done = events.some(event => event.type === 'turn.ended');
    for (const page of this.pages) {
      if (isMore && page.more) {
        page.more([seq, first.text]);
      } else {
        page.post({ epoch, seq, events, done });
      }
    }
    this.lastDelta = last && isDelta(last) ? last : undefined;
  }

  /** Milliseconds until text may be posted again. The clock may have been set back meanwhile. */
  private restOfFrame(): number {
    const interval = this.posts > steadyPosts ? steadyMs : frameMs;
    return Math.min(interval, this.lastText + interval - this.clock.now());
  }
}

/** Splits events into parts of at most 256 KB. */
function split(events: readonly ConversationEvent[]): ConversationEvent[][] {
  if (events.length > 0 && surelyFits(events, maxMessageLength)) {
    return [[...events]];
  }
  const parts: ConversationEvent[][] = [];
  let length = 0;
  for (const event of events) {
    const own = sizeOf(event);
    const last = parts.at(-1);
    if (last && length + own <= maxMessageLength) {
      last.push(event);
      length += own;
    } else if (own <= maxMessageLength) {
      parts.push([event]);
      length = own;
    } else {
      parts.push(...inPieces(event).map(piece => [piece]));
      length = maxMessageLength;
    }
  }
  return parts;
}

/** Size in a post, with a comma and its share of the brackets. */
function sizeOf(event: ConversationEvent): number {
  // Each token is such an event: the most that it can take does, too.
  const isToken = isDelta(event) && event.text.length < 1_024;
  return isToken ? 256 + 6 * event.text.length : postedLength(event) + 2;
}

/** Cuts an event with a long streamed text into several that fold to the same block. */
function inPieces(event: ConversationEvent): ConversationEvent[] {
  switch (event.type) {
    case 'block.delta':
    case 'tool.delta':
      return pieces(event.text).map(text => ({ ...event, text }));
    case 'block.ended': {
      const { blockId, text } = event;
      const [first, ...rest] = pieces(text ?? '');
      const deltas = rest.map(part => ({ type: 'block.delta', blockId, text: part }) as const);
      return [{ ...event, ...(first === undefined ? {} : { text: first }) }, ...deltas];
    }
    default:
      return [event];
  }
}

function pieces(text: string): string[] {
  const count = Math.ceil(text.length / maxTextLength);
  return Array.from({ length: count }, (_, index) =>
    text.slice(index * maxTextLength, (index + 1) * maxTextLength),
  );
}
