import { isObject } from '../../../base/json';

export interface Difference {
  /** Names and indices that lead to it. */
  readonly path: readonly (string | number)[];
  /** First differing character of two texts; absent for anything else. */
  readonly character?: number;
}

const deepest = 64;

/** Returns where two JSON values differ first, in the order of the first one's members. */
export function firstDifference(
  before: unknown,
  after: unknown,
  path: readonly (string | number)[] = [],
): Difference | undefined {
  if (typeof before === 'string' && typeof after === 'string') {
    return before === after ? undefined : { path, character: sharedLength(before, after) };
  }
  if (path.length < deepest && Array.isArray(before) && Array.isArray(after)) {
    return among(range(Math.max(before.length, after.length)), at =>
      firstDifference(before[at], after[at], [...path, at]),
    );
  }
  if (path.length < deepest && isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return among(names, name => firstDifference(before[name], after[name], [...path, name]));
  }
  return Object.is(before, after) ? undefined : { path };
}

function sharedLength(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) {
    at += 1;
  }
  return at;
}

function among<T>(
  places: Iterable<T>,
  differenceAt: (place: T) => Difference | undefined,
): Difference | undefined {
  for (const place of places) {
    const found = differenceAt(place);
    if (found) {
      return found;
    }
  }
  return undefined;
}

function* range(length: number): Generator<number> {
  for (let at = 0; at < length; at += 1) {
    yield at;
  }
}
