import type { TypedWord } from './messageBox';

/**
 * Decides which word at the caret opens a list: one that the user has just changed. While a list is
 * open, it follows the caret; a draft that comes from elsewhere closes it.
 */
export class WordReport {
  private reported: TypedWord | undefined;

  constructor(private readonly report: (word: TypedWord | undefined) => void) {}

  /** @param word at the caret, after a change by the user or a move of the caret */
  note(word: TypedWord | undefined, isTyped: boolean): void {
    this.tell(isTyped || this.reported?.sign === word?.sign ? word : undefined);
  }

  /** The draft has been replaced. */
  clear(): void {
    this.tell(undefined);
  }

  private tell(word: TypedWord | undefined): void {
    const { reported } = this;
    if (word?.sign !== reported?.sign || word?.query !== reported?.query) {
      this.reported = word && { sign: word.sign, query: word.query };
      this.report(this.reported);
    }
  }
}
