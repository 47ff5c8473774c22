import uFuzzy from '@leeoniya/ufuzzy';

/** Entry that fits a query. */
export interface Ranked<T> {
  readonly entry: T;
  /** UTF-16 ranges of the label that match: start and end, alternating. */
  readonly matches: readonly number[];
}

/** Texts by which an entry is found. `also` is searched behind the label, and not marked. */
export interface Searched {
  readonly label: string;
  readonly also?: string;
}

/** Maximum length of a query, in UTF-16 units: longer ones are no names. */
const longestQuery = 200;

/** Made by the first search: its collation costs 10 ms of the first use. */
let searcher: uFuzzy | undefined;

function fuzzySearcher(): uFuzzy {
  searcher ??= new uFuzzy({
    unicode: true,
    interSplit: "[^\\p{L}\\d']+",
    intraSplit: '\\p{Ll}\\p{Lu}',
  });
  return searcher;
}

/** Returns the entries that fit best, best first; for an empty query the first ones. */
export function rank<T>(
  query: string,
  entries: readonly T[],
  textsOf: (entry: T) => Searched,
  most: number,
): Ranked<T>[] {
  const needle = query.slice(0, longestQuery).trim();
  if (needle === '') {
    return entries.slice(0, most).map(entry => ({ entry, matches: [] }));
  }
  const texts = entries.map(textsOf);
  const haystack = texts.map(({ label, also = '' }) => `${label} ${also}`);
  const [found, info, order] = fuzzySearcher().search(haystack, needle, 1);
  if (!found || !info || !order) {
    // Too many fit to be told apart by quality, or the query has no letters.
    const plain =
      found ?? haystack.flatMap((text, index) => (text.includes(needle) ? [index] : []));
    return plain.slice(0, most).flatMap(index => rankedAt(entries, index, []));
  }
  return order.slice(0, most).flatMap(place => {
    const index = info.idx[place] ?? -1;
    return rankedAt(
      entries,
      index,
      within(info.ranges[place] ?? [], texts[index]?.label.length ?? 0),
    );
  });
}

function rankedAt<T>(entries: readonly T[], index: number, matches: readonly number[]) {
  const [entry] = entries.slice(index, index + 1);
  return entry === undefined ? [] : [{ entry, matches }];
}

/** Cuts ranges to the label. */
function within(ranges: readonly number[], length: number): number[] {
  const cut: number[] = [];
  for (let at = 0; at + 1 < ranges.length; at += 2) {
    const start = ranges[at] ?? 0;
    const end = Math.min(ranges[at + 1] ?? 0, length);
    if (start < end) {
      cut.push(start, end);
    }
  }
  return cut;
}
