import type { Actions } from '../store/actions';
import type { PageState } from '../store/pageState';
import type { Store } from '../store/store';
import type { Match } from './foundList';
import type { Marks } from './marks';
import { nextFold } from './nextFold';
import { isInView, offsetOf, scrollInside } from './scrollPlace';

interface GuidePage {
  readonly store: Store<PageState>;
  readonly actions: Pick<Actions, 'reveal' | 'setExpanded'>;
  /** @returns false if there was nothing to load */
  loadEarlier(): Promise<boolean>;
}

/** Folds that are opened for one match. */
const mostFolds = 20;
/** Distance of an item from the top of the view, in px, if its match is not drawn. */
const usualOffset = 60;

/** Leads to a match: its turn is drawn, and what folds it away is unfolded. */
export class Guide {
  /** Match that is not in view yet. */
  private target: { readonly match: Match; folds: number } | undefined;
  private readonly ending = new AbortController();

  constructor(
    private readonly page: GuidePage,
    private readonly marks: Marks,
    root: HTMLElement,
  ) {
    const { signal } = this.ending;
    for (const name of ['wheel', 'pointerdown', 'keydown', 'touchstart'] as const) {
      // From now on, the user decides what is in view.
      root.addEventListener(name, () => this.leave(), { signal, capture: true, passive: true });
    }
  }

  go(match: Match): void {
    const target = { match, folds: 0 };
    this.target = target;
    void this.reach(target);
  }

  /** Goes on with what has been drawn since. */
  follow(): void {
    const { target } = this;
    if (target && this.marks.elementOf(target.match.place.key)) {
      this.reveal(target.match);
    }
  }

  dispose(): void {
    this.leave();
    this.ending.abort();
  }

  private leave(): void {
    this.target = undefined;
  }

  private async reach(target: NonNullable<Guide['target']>): Promise<void> {
    const { key, turn, group, cards = [] } = target.match.place;
    if (!this.marks.elementOf(key)) {
      const { store, actions } = this.page;
      while (store.get().conversation.first > turn) {
        if (!(await this.page.loadEarlier()) || this.target !== target) {
          return;
        }
      }
      for (const fold of [`steps:${group}`, ...cards]) {
        actions.setExpanded(fold, true);
      }
    }
    this.reveal(target.match);
  }

  private reveal(match: Match): void {
    const { key, turn } = match.place;
    this.page.actions.reveal(key, turn, element => this.offsetFor(element, match));
  }

  /** Returns where the item of a match is to begin, and unfolds what still hides the match. */
  private offsetFor(element: HTMLElement, match: Match): number | undefined {
    const { target } = this;
    const { key, count } = match.place;
    const isShort = this.marks.rangesIn(element).length < count;
    if (target?.match === match && target.folds < mostFolds) {
      const fold = nextFold(element, isShort);
      if (fold) {
        target.folds += 1;
        fold(() => this.page.actions.setExpanded(key, true));
        return offsetOf(element);
      }
    }
    if (target?.match === match) {
      this.target = undefined;
    }
    const range = this.marks.rangeOf(match);
    if (!range) {
      element.animate([{ background: 'var(--vscode-editor-findMatchBackground)' }, {}], 2000);
      return usualOffset;
    }
    scrollInside(element, range);
    // An answer that is being written would push the match out of view.
    const staysThere = this.page.store.get().conversation.open === undefined;
    return staysThere && isInView(element, range) ? undefined : offsetOf(element, range);
  }
}
