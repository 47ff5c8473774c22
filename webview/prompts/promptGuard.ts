/** Shortest time to read a card, in ms. An earlier click was meant for something else. */
export const readingTime = 400;

/** Knows when cards moved under the pointer or keys of a busy user. */
class PromptGuard {
  private movedAt = Number.NEGATIVE_INFINITY;
  private focusedAt = Number.NEGATIVE_INFINITY;
  private typedAt = Number.NEGATIVE_INFINITY;
  private pressedAt = Number.NEGATIVE_INFINITY;
  private answered = false;
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

  /** Records that a card was answered: the key or the press that did it was no typing. */
  noteAnswer(): void {
    this.typedAt = Number.NEGATIVE_INFINITY;
    this.answered = true;
    this.noteMove();
  }

  /** Whether answering a card was the last that the user did here: a digit is for the next one. */
  get isAnswering(): boolean {
    return this.answered;
  }

  /** Records that the window, or a card by itself, gained the focus. */
  noteFocus(): void {
    this.answered = false;
    this.focusedAt = this.now();
  }

  /** Records a key. Enter sends what was typed, which ends the typing. */
  noteKey(key: string): void {
    this.answered = false;
    this.typedAt = key === 'Enter' ? Number.NEGATIVE_INFINITY : this.now();
  }

  /** Records that a button of the pointer was pressed, on a text field or on something else. */
  notePress(isOnText: boolean): void {
    this.answered = false;
    if (isOnText) {
      this.pressedAt = this.now();
    } else {
      this.typedAt = Number.NEGATIVE_INFINITY;
    }
  }

  /** Time at which the user last came to a text field or this window, or `-Infinity`. */
  get cameAt(): number {
    return Math.max(this.pressedAt, this.focusedAt);
  }

  /** Time at which the user last typed, or was about to, or `-Infinity`. */
  get lastTypingAt(): number {
    return Math.max(this.typedAt, this.cameAt);
  }

  /**
   * Returns false just after the window or a card gained the focus, or a card moved: a digit may be
   * meant for another window or card, or for the message box. Clicks ignore the focus, because the deciding click itself may bring it.
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
  document.addEventListener('keydown', ({ key }) => promptGuard.noteKey(key), { capture: true });
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      const field = '[contenteditable="true"], input, textarea';
      promptGuard.notePress(target instanceof Element && target.closest(field) !== null);
    },
    { capture: true },
  );
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      promptGuard.noteMove();
    }
  });
}
