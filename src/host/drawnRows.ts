import type { Emitter } from '../base/emitter';

/** A row of a tree: what it shows, and its children. */
export interface DrawnRow<Element> {
  readonly element: Element;
  /** Makes what the row shows; compared as JSON. */
  item(): unknown;
  /** While these are the same as the last time, so is the item, which is then not made again. */
  readonly madeOf?: readonly unknown[] | undefined;
  readonly children: readonly Element[];
}

/** Elements to redraw with their children, or `all` if the first level has other rows. */
export type RowChange<Element> = 'all' | readonly Element[];

/** `item` is JSON. */
type Drawn<Element> = Omit<DrawnRow<Element>, 'item'> & { readonly item: string };

/**
 * Remembers what the rows of a tree show, to redraw only those that differ. VS Code forgets all
 * children of an element that it redraws, and a command of theirs then comes without its row.
 */
export class DrawnRows<Element> {
  private roots: readonly Element[] = [];
  private drawn: ReadonlyMap<Element, Drawn<Element>> = new Map();

  /** @param rows all rows, at any depth */
  update(roots: readonly Element[], rows: readonly DrawnRow<Element>[]): RowChange<Element> {
    const { roots: rootsBefore, drawn: before } = this;
    this.roots = roots;
    this.drawn = new Map(
      rows.map(({ element, item, madeOf, children }) => {
        const known = before.get(element);
        const isKnown = madeOf && known?.madeOf && isSameList(madeOf, known.madeOf);
        const made = isKnown ? known.item : JSON.stringify(item());
        return [element, { element, item: made, madeOf, children }];
      }),
    );
    if (!isSameList(rootsBefore, roots)) {
      return 'all';
    }
    return [...this.drawn.values()].flatMap(({ element, item, children }) => {
      const known = before.get(element);
      const isSame = known?.item === item && isSameList(known.children, children);
      // A row that was not there yet is drawn with its parent.
      return isSame || !known ? [] : [element];
    });
  }
}

/** Fires the event by which VS Code redraws these rows; not at all if none differs. */
export function fireChange<Element>(
  changed: Emitter<Element[] | undefined>,
  change: RowChange<Element>,
): void {
  if (change === 'all') {
    changed.fire(undefined);
  } else if (change.length > 0) {
    changed.fire([...change]);
  }
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
