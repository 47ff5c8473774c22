/**
 * Tells a scroll by the browser from one by the user. Scripts may measure a page in the middle of a
 * change: if the view can scroll less far then, the browser moves it up, and no later size shows why.
 * A box that can scroll exactly as far as the view (see `.clamp-probe`) is moved along. Nobody else
 * scrolls it.
 */
export class ClampProbe {
  private lastTop = 0;

  constructor(private readonly box: HTMLElement) {
    const forget = () => this.hasClamped && requestAnimationFrame(() => this.reset());
    // The view hears of the same clamp before the next frame is drawn, if at all.
    box.addEventListener('scroll', forget, { passive: true });
  }

  /** Whether less could be scrolled, at least for a moment, since the last `reset`. */
  get hasClamped(): boolean {
    return this.box.scrollTop < this.lastTop;
  }

  /** Scrolls as far as possible, for the layout of now. */
  reset(): void {
    this.box.scrollTop = this.box.scrollHeight;
    this.lastTop = this.box.scrollTop;
  }
}
