import type { FindQuery } from '../../contract/find';
import { comparable, placesOf } from './comparable';

/** Counts how often a text has another one, also across the parts in which it is read. */
export class Counter {
  count = 0;
  /** End of what was read, with which a match may begin. */
  private rest = '';
  private readonly wanted: string;

  constructor(
    private readonly query: FindQuery,
    private readonly most: number,
  ) {
    this.wanted = comparable(query.text, query.matchesCase);
  }

  read(part: string): void {
    const { wanted } = this;
    const text = this.rest + comparable(part, this.query.matchesCase);
    const places = placesOf(text, wanted, this.most - this.count);
    this.count += places.length;
    const last = places.at(-1);
    const end = last === undefined ? 0 : last + wanted.length;
    this.rest = text.slice(Math.max(end, text.length - wanted.length + 1));
  }
}
