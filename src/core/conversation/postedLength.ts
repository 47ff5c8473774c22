import type { ConversationEvent } from '../../contract/events';

/** Lengths of events on their way to the pages: each is measured once. */
const lengths = new WeakMap<ConversationEvent, number>();

/** Returns the UTF-16 units of an event as JSON. */
export function postedLength(event: ConversationEvent): number {
  const known = lengths.get(event);
  if (known !== undefined) {
    return known;
  }
  const { length } = JSON.stringify(event);
  lengths.set(event, length);
  return length;
}

/** Levels of nesting that are looked into. */
const deepest = 32;
/** Units of a number, `true` or `null` at most. */
const longestNumber = 25;
/** Units that JSON needs at most for one unit of text. */
const escaped = 6;

/**
 * Returns true if a value's JSON surely has at most so many UTF-16 units. Takes a fraction of the time
 * that writing the JSON takes.
 * @returns false if only the JSON can tell
 */
export function surelyFits(value: unknown, units: number): boolean {
  return unitsLeft(value, units, 0) >= 0;
}

function unitsLeft(value: unknown, units: number, depth: number): number {
  if (typeof value === 'string') {
    return units - escaped * value.length - 2;
  }
  if (typeof value !== 'object' || value === null) {
    return units - longestNumber;
  }
  if (depth > deepest) {
    return -1;
  }
  let left = units - 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      left = left < 0 ? left : unitsLeft(item, left - 1, depth + 1);
    }
    return left;
  }
  // Lists of entries would take most of the time. What the prototype adds makes it too long at most.
  for (const key in value) {
    if (left < 0) {
      break;
    }
    left = unitsLeft(Reflect.get(value, key), left - escaped * key.length - 4, depth + 1);
  }
  return left;
}
