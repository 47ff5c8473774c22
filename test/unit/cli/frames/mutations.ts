import { isObject, type JsonObject } from '../../../../src/base/json';

/** Returns numbers from 0 up to 1, always the same for a seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const deep = (() => {
  let value: unknown = 'bottom';
  for (let depth = 0; depth < 200; depth += 1) {
    value = depth % 2 === 0 ? [value] : { inner: value };
  }
  return value;
})();

/** Values that no member expects. */
const strange: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1e308, 1.5, '', '\u0000', '\ud800', '__proto__', 'constructor'],
  ...[[], {}, [null], [[]], { type: 'text' }, { type: 'tool_use' }, 'x'.repeat(70_000), deep],
  ...['toolu_scripted_0001', 'tool_use', 'result', 'assistant', '2026-01-01', 'NaN', '\u202e'],
];

/** A line far deeper than any parser's own recursion expects. */
const abyss = `{"type":"assistant","message":{"content":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;

/** Changes the lines of a recording: most stay, so that calls, turns and results still meet. */
export function mutated(lines: readonly string[], random: () => number): string[] {
  const rows = [...lines];
  const at = () => Math.floor(random() * rows.length);
  for (let change = Math.ceil(random() * 6); change > 0; change -= 1) {
    const index = at();
    const line = rows[index] ?? '';
    const kind = random();
    if (kind < 0.6) rows[index] = withStrangeMember(line, random);
    else if (kind < 0.7) rows.splice(index, 1);
    else if (kind < 0.8) rows.splice(at(), 0, line);
    else if (kind < 0.9) rows[index] = rows.splice(at(), 1, line)[0] ?? '';
    else if (kind < 0.97) rows[index] = line.slice(0, random() * line.length);
    else rows.splice(index, 0, kind < 0.98 ? abyss : 'npm warn something');
  }
  return rows;
}

function withStrangeMember(line: string, random: () => number): string {
  // The deepest line is left alone: writing it again would take a stack as deep as itself.
  const frame: unknown = line === abyss ? undefined : parsed(line);
  if (!isObject(frame)) return line;
  const places = placesIn(frame);
  const place = places[Math.floor(random() * places.length)];
  if (!place) return line;
  const { owner, key } = place;
  if (random() < 0.2) delete owner[key];
  else owner[key] = strange[Math.floor(random() * strange.length)] as JsonObject[string];
  return JSON.stringify(frame);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A line that an earlier change has cut.
    return undefined;
  }
}

interface Place {
  readonly owner: JsonObject;
  readonly key: string;
}

function placesIn(value: unknown, depth = 0): Place[] {
  if (typeof value !== 'object' || value === null || depth > 8) return [];
  const owner = value as JsonObject;
  return Object.keys(owner).flatMap(key => [{ owner, key }, ...placesIn(owner[key], depth + 1)]);
}
