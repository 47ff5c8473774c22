import uFuzzy from '@leeoniya/ufuzzy';

/** Command as the list ranks it. */
export interface Rankable {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
}

export interface Ranked<T> {
  readonly command: T;
  /** UTF-16 ranges of the name that match: start and end, alternating. */
  readonly matches: readonly number[];
}

const fuzzy = new uFuzzy({ intraMode: 1 });

/**
 * Returns the commands that match, best first: exact names, then beginnings of names, then other
 * matches in names and aliases, then descriptions. Equal ones stay in their order.
 */
export function rankCommands<T extends Rankable>(
  commands: readonly T[],
  query: string,
): readonly Ranked<T>[] {
  const wanted = query.toLowerCase();
  if (wanted === '') {
    return commands.map(command => ({ command, matches: [] }));
  }
  const found = commands.flatMap((command, order) => {
    const match = matchOf(command, wanted);
    return match ? [{ command, order, ...match }] : [];
  });
  return found
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .map(({ command, matches }) => ({ command, matches }));
}

function matchOf({ name, aliases = [], description }: Rankable, wanted: string) {
  const lower = name.toLowerCase();
  const others = aliases.map(alias => alias.toLowerCase());
  if (lower === wanted) return { rank: 0, matches: [0, name.length] };
  if (others.includes(wanted)) return { rank: 1, matches: [] };
  if (lower.startsWith(wanted)) return { rank: 2, matches: [0, wanted.length] };
  const part = lower.search(new RegExp(`[-_:]${escaped(wanted)}`));
  if (part !== -1) return { rank: 3, matches: [part + 1, part + 1 + wanted.length] };
  if (others.some(alias => alias.startsWith(wanted))) return { rank: 4, matches: [] };
  const ranges = fuzzyRanges(name, wanted);
  if (ranges) return { rank: 5, matches: ranges };
  return isInWords(description, wanted) ? { rank: 6, matches: [] } : undefined;
}

/** Whether a word of the text begins so; shorter beginnings would find nearly everything. */
function isInWords(text: string, wanted: string): boolean {
  return wanted.length > 2 && new RegExp(`(?:^|\\W)${escaped(wanted)}`, 'i').test(text);
}

function fuzzyRanges(name: string, wanted: string): readonly number[] | undefined {
  const found = fuzzy.filter([name], wanted);
  return found?.length ? fuzzy.info(found, [name], wanted).ranges[0] : undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
