const deepest = 16;

/**
 * Masks all texts in a JSON value, names included.
 * @param value comes from this process: it is not nested deeply
 */
export function maskedTexts<T>(value: T, mask: (text: string) => string): T {
  return masked(value, mask, 0) as T;
}

function masked(value: unknown, mask: (text: string) => string, depth: number): unknown {
  if (typeof value === 'string') {
    return mask(value);
  }
  if (depth > deepest || typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(item => masked(item, mask, depth + 1));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [mask(name), masked(member, mask, depth + 1)]),
  );
}
