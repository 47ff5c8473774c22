/**
 * Returns the patterns of the files that a rule is about.
 * @param value of `paths` in the head of its file: a list, or a text with commas
 * @returns nothing if it is about all files
 */
export function rulePatterns(value: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  const patterns = texts
    .flatMap(text => (typeof text === 'string' ? split(text) : []))
    .map(pattern => pattern.trim())
    .filter(pattern => pattern !== '');
  return patterns.every(pattern => pattern === '**') ? [] : patterns;
}

/** Splits at commas that are not between braces. */
function split(text: string): readonly string[] {
  let depth = 0;
  let last = '';
  const parts: string[] = [];
  for (const one of text) {
    depth = Math.max(0, depth + (one === '{' ? 1 : one === '}' ? -1 : 0));
    if (one === ',' && depth === 0) {
      parts.push(last);
      last = '';
    } else {
      last += one;
    }
  }
  return [...parts, last];
}
