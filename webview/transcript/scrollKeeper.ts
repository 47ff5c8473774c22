import type { Anchor } from '../store/pageState';
import { glance } from '../ui/glance';
import type { ClampProbe } from './clampProbe';
import { HeldPlace, isAtEnd, scrollTo } from './heldPlace';

/** Frames with the end in view after which the view has arrived there. */
const arrivingFrames = 10;
const releasingKeys = new Set(['ArrowUp', 'PageUp', 'Home']);

interface ScrollPort {
  onStick(sticks: boolean): void;
  onScroll(): void;
  /** Called for the End key while later turns are not in the document. */
  onEnd(): void;
  /** Returns whether the document includes the newest turn; only its end is followed. */
  isNewest(): boolean;
  /** Returns whether messages lack parts whose code is still loading. */
  isPending(): boolean;
}

/**
 * Keeps the end of the conversation in view until the user scrolls up. An upward wheel, key, touch
 * or scrollbar drag releases the view; scrolling back to the end makes it stick again.
 */
export class ScrollKeeper {
  private sticks = true;
  private lastTop = 0;
  private touchY = 0;
  /** Number of user actions that may scroll the view. */
  private moves = 0;
  /** True while an earlier key or wheel may still move the view, although the user went to the end. */
  private isArriving = false;
  /** Element that has scrolled into view by itself: the end waits until the user has read it. */
  private glanced: Node | undefined;
  private readonly place: HeldPlace;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly probe: ClampProbe,
    private readonly port: ScrollPort,
  ) {
    this.place = new HeldPlace(scroller, probe, {
      isPending: () => port.isPending(),
      onSettled: () => {
        this.lastTop = scroller.scrollTop;
        port.onScroll();
      },
    });
  }

  get isSticking(): boolean {
    return this.sticks;
  }

  get fromTop(): number {
    return this.scroller.scrollTop;
  }

  get fromEnd(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  /**
   * Starts listening.
   * @returns a function that stops it
   */
  watch(content: HTMLElement): () => void {
    const ending = new AbortController();
    const options = { signal: ending.signal, passive: true };
    const { scroller } = this;
    for (const name of ['wheel', 'keydown', 'pointerdown', 'touchstart'] as const) {
      scroller.addEventListener(name, () => this.countMove(), options);
    }
    scroller.addEventListener('wheel', event => event.deltaY < 0 && this.release(), options);
    scroller.addEventListener('keydown', event => this.handleKey(event), options);
    scroller.addEventListener('touchstart', event => this.handleTouch(event, true), options);
    scroller.addEventListener('touchmove', event => this.handleTouch(event, false), options);
    scroller.addEventListener('focusin', () => this.place.isHeld && this.countMove(), options);
    scroller.addEventListener('scroll', () => this.handleScroll(), options);
    scroller.addEventListener(glance, event => this.noteGlance(event.target), options);
    // Images, fonts, late layout and the growing composer also move the end.
    const resizes = new ResizeObserver(() => {
      this.follow();
      this.place.keep();
      this.probe.reset();
    });
    resizes.observe(content);
    resizes.observe(scroller);
    return () => {
      ending.abort();
      resizes.disconnect();
    };
  }

  follow(): void {
    if (this.sticks && !this.isGlancing) {
      this.toEnd();
    }
  }

  /** True until the user moves, or the element is gone. */
  private get isGlancing(): boolean {
    return this.glanced?.isConnected === true;
  }

  /** Goes to the end and stays there, until the user moves again. */
  stick(): void {
    this.countMove();
    this.toEnd();
    this.setSticks(true);
    this.isArriving = true;
    this.arrive(this.moves);
  }

  /** Waits until the end has been in view for some frames. */
  private arrive(moves: number, still = 0): void {
    requestAnimationFrame(() => {
      if (moves !== this.moves) return;
      this.isArriving = still < arrivingFrames;
      if (this.isArriving) this.arrive(moves, still + 1);
    });
  }

  release(): void {
    if (this.scroller.scrollTop > 0) {
      this.setSticks(false);
    }
  }

  /** Leaves the end, even if nothing has been scrolled yet. */
  leave(): void {
    this.setSticks(false);
  }

  /** Returns the first message in view, or undefined if there is none. */
  anchor(): (Anchor & { readonly element: HTMLElement }) | undefined {
    const top = this.scroller.getBoundingClientRect().top;
    const elements = this.scroller.querySelectorAll<HTMLElement>('[data-key]');
    // Messages are in vertical order, so a binary search finds the first visible one.
    let from = 0;
    let to = elements.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const bottom = elements[middle]?.getBoundingClientRect().bottom ?? 0;
      if (bottom > top + 1) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    const element = elements[from];
    if (!element) {
      return undefined;
    }
    const offset = element.getBoundingClientRect().top - top;
    return { key: element.dataset.key ?? '', offset, element };
  }

  /**
   * Scrolls a message back to its saved position.
   * @returns false if it is not in the document
   */
  restore(anchor: Anchor): boolean {
    const selector = `[data-key="${CSS.escape(anchor.key)}"]`;
    const element = this.scroller.querySelector<HTMLElement>(selector);
    if (!element) {
      return false;
    }
    this.hold(element, anchor.offset);
    return true;
  }

  /** Shows `element` at `offset` px below the top and stops following the end. */
  hold(element: HTMLElement, offset: number): void {
    this.countMove();
    this.place.hold(element, offset);
    this.setSticks(false);
  }

  /** Scrolls so that `element` begins `offset` px below the top of the view. */
  moveTo(element: HTMLElement, offset: number): void {
    scrollTo(this.scroller, element, offset);
    this.lastTop = this.scroller.scrollTop;
  }

  private toEnd(): void {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.lastTop = this.scroller.scrollTop;
    this.probe.reset();
  }

  private handleScroll(): void {
    // Until the layout settles, the position is neither final nor the end.
    if (this.place.isHeld) return;
    const top = this.scroller.scrollTop;
    const hasMovedUp = top < this.lastTop - 1;
    const hasMovedDown = top > this.lastTop;
    this.lastTop = top;
    if (isAtEnd(this.scroller)) {
      // Shrinking content moves the view up but leaves it at the end.
      if ((hasMovedDown && this.port.isNewest()) || this.sticks) {
        this.setSticks(true);
      }
    } else if (hasMovedUp && this.isArriving) {
      this.stick();
    } else if (hasMovedUp && !this.isGlancing && !this.probe.hasClamped) {
      this.setSticks(false);
    } else if (!hasMovedDown) {
      // Only the layout has changed, if only for a moment, and the observer may not know.
      this.follow();
    }
    this.port.onScroll();
  }

  private noteGlance(target: EventTarget | null): void {
    this.glanced = this.sticks && target instanceof Node ? target : undefined;
  }

  private handleKey(event: KeyboardEvent): void {
    const inText =
      event.target instanceof HTMLElement &&
      event.target.matches('input, textarea, [contenteditable]');
    if (inText) {
      return;
    }
    if (releasingKeys.has(event.key)) {
      this.release();
    } else if (event.key === 'End' && !this.port.isNewest()) {
      this.port.onEnd();
    }
  }

  private handleTouch(event: TouchEvent, isStart: boolean): void {
    const y = event.touches[0]?.clientY ?? 0;
    if (!isStart && y > this.touchY) {
      this.release();
    }
    this.touchY = y;
  }

  /** Counts a move by the user, or for them: whatever the view was about to do is over. */
  countMove(): void {
    this.moves += 1;
    this.place.release();
    this.isArriving = false;
    this.glanced = undefined;
  }

  private setSticks(sticks: boolean): void {
    if (sticks !== this.sticks) {
      this.sticks = sticks;
      this.port.onStick(sticks);
    }
  }
}
