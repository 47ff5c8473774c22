/** Stretch of time, in milliseconds since 1970. */
export type Span = readonly [from: number, to: number];

/** Joins stretches that overlap, in order of time. */
export function union(spans: readonly Span[]): Span[] {
  const joined: [number, number][] = [];
  for (const [from, to] of [...spans].sort(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && from <= last[1]) {
      last[1] = Math.max(last[1], to);
    } else if (to > from) {
      joined.push([from, to]);
    }
  }
  return joined;
}

/** Takes the second list out of the first one; both as `union` returns them. */
export function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let at = 0;
  for (const [from, to] of spans) {
    let start = from;
    while (at < taken.length && (taken[at]?.[1] ?? 0) <= start) {
      at += 1;
    }
    for (let next = at; next < taken.length && (taken[next]?.[0] ?? 0) < to; next += 1) {
      const [left, right] = taken[next] ?? [start, start];
      if (left > start) {
        rest.push([start, left]);
      }
      start = Math.max(start, right);
    }
    if (start < to) {
      rest.push([start, to]);
    }
  }
  return rest;
}

/** @returns milliseconds */
export function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, [from, to]) => sum + to - from, 0);
}
