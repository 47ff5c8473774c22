/** Asks a question again and again, and drops answers that a later one has outdated. */
export class NewestAnswer<T> {
  /** Number of the newest question. */
  private asked = 0;
  /** Answer to it, as long as it is awaited. */
  private awaited: Promise<T> | undefined;

  constructor(private readonly ask: () => Promise<T>) {}

  /** @returns undefined if the question was asked again meanwhile: that answer is more recent */
  async unlessOutdated(): Promise<T | undefined> {
    const { number, answer } = this.begin();
    const given = await answer;
    return number === this.asked ? given : undefined;
  }

  /**
   * Returns the most recent answer. Waits for a later question instead of asking again: two that
   * wait here would outdate each other for ever.
   */
  async newest(): Promise<T> {
    let { number, answer } = this.begin();
    let given = await answer;
    while (number !== this.asked) {
      answer = this.awaited ?? this.begin().answer;
      number = this.asked;
      given = await answer;
    }
    return given;
  }

  private begin(): { readonly number: number; readonly answer: Promise<T> } {
    this.asked += 1;
    const answer = this.ask().finally(() => {
      // Kept no longer, because it may be large.
      if (this.awaited === answer) {
        this.awaited = undefined;
      }
    });
    this.awaited = answer;
    return { number: this.asked, answer };
  }
}
