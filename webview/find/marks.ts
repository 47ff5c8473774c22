import type { FindQuery } from '../../src/contract/find';
import type { Match } from './foundList';
import { itemRanges } from './itemRanges';

/** Names in `find.css`. */
const allName = 'find-match';
const currentName = 'find-current';
/** Milliseconds of a frame for reading what is drawn. */
const workPerFrame = 6;

/** Marks the matches in what is drawn of the conversation, and follows its changes. */
export class Marks {
  private readonly all = new Highlight();
  private readonly current = new Highlight();
  /** Ranges of the elements that have not changed since they were read. */
  private known = new Map<Element, readonly Range[]>();
  private marked: ReadonlyMap<Element, readonly Range[]> = new Map();
  private query: FindQuery = { text: '', matchesCase: false };
  private keys: ReadonlySet<string> = new Set();
  private match: Match | undefined;
  private frame: number | undefined;
  private readonly observer: MutationObserver;

  /** @param onDrawn called when the marks are those of what is drawn */
  constructor(
    private readonly root: HTMLElement,
    private readonly onDrawn: () => void,
  ) {
    this.current.priority = 1;
    CSS.highlights.set(allName, this.all);
    CSS.highlights.set(currentName, this.current);
    this.observer = new MutationObserver(records => this.forget(records));
    this.observer.observe(root, { childList: true, characterData: true, subtree: true });
  }

  /** @param keys of the items that have the text */
  show(query: FindQuery, keys: ReadonlySet<string>, match: Match | undefined): void {
    if (query !== this.query) {
      this.known.clear();
    }
    this.query = query;
    this.keys = keys;
    this.match = match;
    this.request();
  }

  elementOf(key: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`.scroller [data-reveal="${CSS.escape(key)}"]`);
  }

  rangesIn(element: Element): readonly Range[] {
    const ranges = this.known.get(element) ?? itemRanges(element, this.query);
    this.known.set(element, ranges);
    return ranges;
  }

  /** Returns the range of a match; an item may show fewer than it has. */
  rangeOf({ place, index }: Match): Range | undefined {
    const element = this.elementOf(place.key);
    return element
      ? this.rangesIn(element)
          .slice(0, index + 1)
          .at(-1)
      : undefined;
  }

  dispose(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame ?? 0);
    CSS.highlights.delete(allName);
    CSS.highlights.delete(currentName);
  }

  private forget(records: readonly MutationRecord[]): void {
    let isShown = false;
    for (const { target } of records) {
      const changed = target instanceof Element ? target : target.parentElement;
      let element = changed?.closest('.scroller') ? changed : null;
      isShown ||= element !== null;
      // An item may stand in another one's card, or a request in its call's.
      while (element) {
        this.known.delete(element);
        element = element.parentElement?.closest('[data-reveal]') ?? null;
      }
    }
    if (isShown) {
      this.request();
    }
  }

  private request(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  private draw(): void {
    const end = performance.now() + workPerFrame;
    const known = new Map<Element, readonly Range[]>();
    let isWhole = true;
    for (const element of this.root.querySelectorAll<HTMLElement>('.scroller [data-reveal]')) {
      if (!this.keys.has(element.dataset.reveal ?? '')) {
        continue;
      }
      if (this.known.has(element) || performance.now() < end) {
        known.set(element, this.rangesIn(element));
      } else {
        isWhole = false;
      }
    }
    this.known = known;
    this.mark();
    if (isWhole) {
      this.onDrawn();
    } else {
      this.request();
    }
  }

  private mark(): void {
    for (const [element, ranges] of this.marked) {
      if (this.known.get(element) !== ranges) {
        for (const range of ranges) this.all.delete(range);
      }
    }
    for (const [element, ranges] of this.known) {
      if (this.marked.get(element) !== ranges) {
        for (const range of ranges) this.all.add(range);
      }
    }
    this.marked = new Map(this.known);
    this.current.clear();
    const current = this.match && this.rangeOf(this.match);
    if (current) {
      this.current.add(current);
    }
  }
}
