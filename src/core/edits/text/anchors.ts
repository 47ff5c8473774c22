/** A line that both texts share. */
export interface Anchor {
  readonly old: number;
  readonly new: number;
}

/**
 * Finds the longest sequence of lines that occur exactly once in both texts, in the same order.
 * Takes near-linear time.
 */
export function findAnchors(older: readonly string[], newer: readonly string[]): Anchor[] {
  const places = uniqueLines(newer);
  const shared: Anchor[] = [];
  for (const [line, old] of uniqueLines(older)) {
    const place = places.get(line);
    if (old !== undefined && place !== undefined) {
      shared.push({ old, new: place });
    }
  }
  return longestRise(shared);
}

/** Maps each line to its index, in order; `undefined` for lines that repeat. */
function uniqueLines(lines: readonly string[]): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  lines.forEach((line, at) => {
    places.set(line, places.has(line) ? undefined : at);
  });
  return places;
}

interface Chain {
  readonly last: Anchor;
  readonly before: Chain | undefined;
}

/** Finds the longest sequence of anchors, sorted by `old`, in which `new` rises as well. */
function longestRise(anchors: readonly Anchor[]): Anchor[] {
  /** For each length, the chain with the smallest last `new`. */
  const chains: Chain[] = [];
  for (const last of anchors) {
    let [low, high] = [0, chains.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((chains[middle]?.last.new ?? 0) < last.new) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    chains[low] = { last, before: chains[low - 1] };
  }
  const found: Anchor[] = [];
  for (let chain = chains.at(-1); chain; chain = chain.before) {
    found.push(chain.last);
  }
  return found.reverse();
}
