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
  /** Names of the entry: if one begins with the query, so does the entry. */
  readonly aliases?: readonly string[] | undefined;
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

/** Whether an entry begins with the query: by its label, or by an alias. */
export function beginsWith({ label, aliases = [] }: Searched, query: string): boolean {
  const wanted = query.toLowerCase();
  return wanted !== '' && [label, ...aliases].some(text => text.toLowerCase().startsWith(wanted));
}

/**
 * Returns the entries that fit best, best first; for an empty query the first ones. Those that begin
 * with the query precede all others.
 */
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
  const begins = texts.map(one => beginsWith(one, needle));
  const beginnersFirst = (found: readonly number[]) =>
    found.toSorted((a, b) => Number(begins[b]) - Number(begins[a]));
  const haystack = texts.map(({ label, also = '' }) => `${label} ${also}`);
  const [found, info, order] = fuzzySearcher().search(haystack, needle, 1);
  if (!found || !info || !order) {
    // Too many fit to be told apart by quality, or the query has no letters.
    const plain =
      found ?? haystack.flatMap((text, index) => (text.includes(needle) ? [index] : []));
    return beginnersFirst(plain)
      .slice(0, most)
      .flatMap(index => rankedAt(entries, index, []));
  }
  const rangesAt = new Map(info.idx.map((index, place) => [index, info.ranges[place] ?? []]));
  return beginnersFirst(order.map(place => info.idx[place] ?? -1))
    .slice(0, most)
    .flatMap(index =>
      rankedAt(entries, index, within(rangesAt.get(index) ?? [], texts[index]?.label.length ?? 0)),
    );
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
