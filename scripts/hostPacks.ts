import { isDynamic, isStatic, type Outputs, reach } from './builtOutputs';

/** Built files that are joined in one, because they load together. */
export interface Pack {
  /** File that the others are joined to, as a path in the metafile. */
  readonly file: string;
  readonly others: readonly string[];
}

/**
 * Finds what to join. Each file that Node loads costs 0.3 ms, and splitting makes dozens: one for each
 * set of entries that share code.
 *
 * @param start file that VS Code loads; all that loads with it is joined to it
 * @param later file that the former loads on first use; what nothing else loads without it is joined
 */
export function findPacks(outputs: Outputs, start: string, later: string): Pack[] {
  const atStart = reach(outputs, [start], isStatic);
  const early = reach(outputs, entriesFrom(outputs, atStart, later), isLoaded(later));
  const withLater = [...reach(outputs, [later], isStatic)].filter(
    file => !atStart.has(file) && !early.has(file),
  );
  return [
    { file: start, others: [...atStart].filter(file => file !== start) },
    { file: later, others: withLater.filter(file => file !== later) },
  ];
}

function isLoaded(later: string): (one: { readonly path: string }) => boolean {
  return ({ path }) => path !== later;
}

/** Files that those at start load on demand, without the one for later. */
function entriesFrom(outputs: Outputs, atStart: ReadonlySet<string>, later: string): string[] {
  return [...atStart]
    .flatMap(file => outputs[file]?.imports ?? [])
    .filter(one => isDynamic(one) && one.path !== later)
    .map(({ path }) => path);
}
