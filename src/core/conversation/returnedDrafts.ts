import { type Draft, joinDrafts } from '../../contract/draft';

/**
 * Messages that came back to the composer. The page saves its draft at any time, also before it has
 * heard of them: what it has not seen then stays in front of what it saves.
 */
export class ReturnedDrafts {
  private last = 0;
  private unseen: { readonly number: number; readonly draft: Draft }[] = [];

  /** Number of the latest return; 0 before the first. */
  get latest(): number {
    return this.last;
  }

  /** @param now in ms since 1970: numbers rise even if the conversation is loaded anew below a page */
  add(draft: Draft, now: number): void {
    this.last = Math.max(this.last + 1, now);
    this.unseen.push({ number: this.last, draft });
  }

  /**
   * Returns the draft that the composer is to have.
   * @param seen number of the latest return that is part of the draft, or was removed from it
   */
  joinedTo(draft: Draft, seen: number): Draft {
    this.unseen = this.unseen.filter(({ number }) => number > seen);
    const missing = this.unseen.map(one => one.draft).toReversed();
    return missing.length === 0 ? draft : joinDrafts(...missing, draft);
  }
}
