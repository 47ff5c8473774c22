import type { Item } from '../contract/conversation';
import type { FileUpdate } from '../contract/fileUpdates';

/**
 * Places in immutable lists by name. A list and the one that follows it share an index, so that
 * each event costs one lookup, however long its turn is.
 */
class Places<T extends object> {
  /** Each index belongs to the newest list of its line; earlier ones are indexed anew. */
  private readonly byList = new WeakMap<readonly T[], Map<string, number>>();

  constructor(private readonly nameOf: (item: T) => string) {}

  /** @returns place of the last item of this name */
  find(list: readonly T[], name: string): number | undefined {
    return this.of(list).get(name);
  }

  /** @param next the same names at the same places, or one more at the end */
  follow(list: readonly T[], next: readonly T[]): void {
    const places = this.of(list);
    const last = next.at(-1);
    if (next.length > list.length && last) {
      places.set(this.nameOf(last), next.length - 1);
    }
    this.byList.delete(list);
    this.byList.set(next, places);
  }

  private of(list: readonly T[]): Map<string, number> {
    const known = this.byList.get(list);
    if (known) {
      return known;
    }
    const places = new Map(list.map((item, place) => [this.nameOf(item), place]));
    this.byList.set(list, places);
    return places;
  }
}

const items = new Places<Item>(({ key }) => key);
const updates = new Places<FileUpdate>(({ path }) => path);

/** Returns the place of the item with this key. */
export function placeOf(list: readonly Item[], key: string): number | undefined {
  return items.find(list, key);
}

/** Notes that a list of items follows another: one item is replaced or appended. */
export function followIndex(list: readonly Item[], next: readonly Item[]): void {
  items.follow(list, next);
}

/** Returns the place of the update of this path. */
export function placeOfPath(list: readonly FileUpdate[], path: string): number | undefined {
  return updates.find(list, path);
}

/** Notes that a list of updates follows another: one update is replaced or appended. */
export function followPaths(list: readonly FileUpdate[], next: readonly FileUpdate[]): void {
  updates.follow(list, next);
}
