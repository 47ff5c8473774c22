/** Lines that are shown, and places of one line that count. */
const mostShown = 8;
const mostPlaces = 200;
/** Lines that are looked at, in the file and among those that were not found. */
const mostLooked = 20_000;
const mostWanted = 200;

/**
 * Describes the lines of a file that are most like those that were not found.
 * @returns a sentence, with numbered lines if any are alike
 */
export function nearestLines(lines: readonly string[], wanted: readonly string[]): string {
  const start = nearestStart(lines.slice(0, mostLooked), wanted.slice(0, mostWanted));
  if (start === undefined) {
    return 'No line of the file is like them. Read the file again.';
  }
  const first = Math.max(0, start);
  const shown = lines
    .slice(first, first + Math.min(mostShown, wanted.length + 2))
    .map((line, index) => `  ${first + index + 1}: ${line.replace(/\r$/, '').slice(0, 200)}`);
  return ['The nearest lines are:', ...shown].join('\n');
}

/** Each line that is the same, but for spaces around it, votes for where the place would begin. */
function nearestStart(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const known = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const key = alike(line);
    const places = known.get(key) ?? [];
    if (key !== '' && places.length < mostPlaces) {
      places.push(at);
      known.set(key, places);
    }
  }
  const votes = new Map<number, number>();
  for (const [index, text] of wanted.entries()) {
    for (const at of known.get(alike(text)) ?? []) {
      votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
    }
  }
  const best = [...votes].sort(([, a], [, b]) => b - a)[0];
  return best?.[0] ?? mostWordsShared(lines, wanted[0] ?? '');
}

/** Without a line in common, the line that shares most words with the first one. */
function mostWordsShared(lines: readonly string[], wanted: string): number | undefined {
  const words = new Set(wordsOf(wanted));
  let best: { at: number; count: number } | undefined;
  for (const [at, line] of lines.entries()) {
    const count = new Set(wordsOf(line).filter(word => words.has(word))).size;
    if (count > (best?.count ?? 0)) {
      best = { at, count };
    }
  }
  return best?.at;
}

function wordsOf(line: string): readonly string[] {
  return line.slice(0, 400).match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

function alike(line: string): string {
  return line.slice(0, 400).trim().replaceAll(/\s+/g, ' ');
}
