import type { ClampProbe } from './clampProbe';

/** Distance from the end, in px, that still counts as the end: zooming causes fractions. */
const slack = 2;
/** Frames without movement after which a place is final, unless the user moves. */
const settlingFrames = 10;
/** Most frames to wait if the layout never settles. */
const mostSettlingFrames = 120;

interface PlacePort {
  /** Returns whether messages lack parts whose code is still loading. */
  isPending(): boolean;
  /** Called when the place is final, or something else has scrolled. */
  onSettled(): void;
}

/**
 * Keeps an element where it is in the view while content near it gets its real height. Ends when the
 * layout has settled, or when something else scrolls.
 */
export class HeldPlace {
  private held: { readonly element: HTMLElement; readonly offset: number } | undefined;
  /** Where the last move has scrolled to, and the place of the element in the content then. */
  private lastTop = 0;
  private lastPlace = 0;
  /** Whether the layout has moved the element since the last frame. */
  private hasMoved = false;

  constructor(
    private readonly scroller: HTMLElement,
    private readonly probe: ClampProbe,
    private readonly port: PlacePort,
  ) {}

  get isHeld(): boolean {
    return this.held !== undefined;
  }

  /** Shows the element at `offset` px below the top. */
  hold(element: HTMLElement, offset: number): void {
    const held = { element, offset };
    this.held = held;
    // The browser must not keep another place, nor make it look as if somebody had scrolled.
    this.scroller.style.overflowAnchor = 'none';
    this.move(element, offset);
    this.settle(held, { still: 0, left: mostSettlingFrames });
  }

  /** Shows the held element where it belongs after the layout has changed, before that is drawn. */
  keep(): void {
    if (this.held?.element.isConnected && !this.hasBeenScrolled(this.held.element)) {
      this.move(this.held.element, this.held.offset);
    }
  }

  /** Leaves the view as it is. */
  release(): void {
    if (this.held) {
      this.held = undefined;
      this.scroller.style.overflowAnchor = '';
    }
  }

  private settle(
    held: NonNullable<HeldPlace['held']>,
    frames: { readonly still: number; readonly left: number },
  ): void {
    requestAnimationFrame(() => {
      // The user moved, or another element is held by now.
      if (held !== this.held) return;
      const { element, offset } = held;
      const { still, left } = frames;
      const isOver = still === settlingFrames || left === 0;
      if (!element.isConnected || isOver || this.hasBeenScrolled(element)) {
        this.release();
        // A conversation that is no longer shown has no place to report.
        if (element.isConnected) this.port.onSettled();
        return;
      }
      this.move(element, offset);
      const next = { still: this.hasMoved ? 0 : still + 1, left: left - 1 };
      this.hasMoved = false;
      this.settle(held, this.port.isPending() ? frames : next);
    });
  }

  private move(element: HTMLElement, offset: number): void {
    const before = this.scroller.scrollTop;
    scrollTo(this.scroller, element, offset);
    this.lastTop = this.scroller.scrollTop;
    this.hasMoved ||= Math.abs(this.lastTop - before) >= 1;
    this.lastPlace = placeOf(this.scroller, element);
    this.probe.reset();
  }

  /**
   * Whether something else has scrolled since the last move, such as a search in the page: the
   * element is where it was, but the view is not. Layout moves the element, too, or shortens what can
   * be scrolled, at least for a moment.
   */
  private hasBeenScrolled(element: HTMLElement): boolean {
    const { scroller, probe, lastTop, lastPlace } = this;
    const { scrollTop } = scroller;
    const isShortened = scrollTop < lastTop && probe.hasClamped;
    const isInPlace = Math.abs(placeOf(scroller, element) - lastPlace) < 1;
    return isInPlace && !isShortened && Math.abs(scrollTop - lastTop) >= 1;
  }
}

/** Scrolls so that `element` begins `offset` px below the top of the view. */
export function scrollTo(scroller: HTMLElement, element: HTMLElement, offset: number): void {
  scroller.scrollTop = placeOf(scroller, element) - offset;
}

export function isAtEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= slack;
}

/** Returns the distance of an element from the start of the content in px. */
function placeOf(scroller: HTMLElement, element: HTMLElement): number {
  const { top } = scroller.getBoundingClientRect();
  return element.getBoundingClientRect().top - top + scroller.scrollTop;
}
