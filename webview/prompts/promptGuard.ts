/** Shortest time to read a card, in ms. An earlier click was meant for something else. */
export const readingTime = 400;

/** Knows when cards moved under the pointer or keys of a busy user. */
class PromptGuard {
  private movedAt = Number.NEGATIVE_INFINITY;
  private focusedAt = Number.NEGATIVE_INFINITY;
  private typedAt = Number.NEGATIVE_INFINITY;
  private pressedAt = Number.NEGATIVE_INFINITY;
  private readonly listeners = new Set<() => void>();

  /** @param now time in ms */
  constructor(private readonly now: () => number) {}

  /**
   * Records that cards moved or changed places: one was answered or became the first, or the page
   * was shown again.
   */
  noteMove(): void {
    this.movedAt = this.now();
    for (const listener of this.listeners) {
      listener();
    }
  }

  /** Records that the window gained the focus. */
  noteFocus(): void {
    this.focusedAt = this.now();
  }

  /** Records that a key was pressed. */
  noteKey(): void {
    this.typedAt = this.now();
  }

  /** Records that a button of the pointer was pressed. */
  notePress(): void {
    this.pressedAt = this.now();
  }

  /** Time of the last key, press of the pointer or change to this window, or `-Infinity`. */
  get lastInputAt(): number {
    return Math.max(this.typedAt, this.pressedAt, this.focusedAt);
  }

  /**
   * Returns false just after the window gained focus or a card moved: a digit may be meant for
   * another window or card. Clicks ignore the focus, because the deciding click itself may bring it.
   */
  areKeysArmed(): boolean {
    return this.now() - Math.max(this.focusedAt, this.movedAt) >= readingTime;
  }

  /** Time of the last event that moved cards, or `-Infinity`. */
  get lastMoveAt(): number {
    return this.movedAt;
  }

  /** @returns a function that ends the subscription */
  onMove(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

export const promptGuard = new PromptGuard(() => performance.now());

if (typeof window !== 'undefined') {
  window.addEventListener('focus', () => promptGuard.noteFocus());
  document.addEventListener('keydown', () => promptGuard.noteKey(), { capture: true });
  document.addEventListener('pointerdown', () => promptGuard.notePress(), { capture: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      promptGuard.noteMove();
    }
  });
}
