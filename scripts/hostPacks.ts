import type { Metafile } from 'esbuild';

export type Outputs = Metafile['outputs'];

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

type Import = Outputs[string]['imports'][number];

function isStatic({ kind }: Import): boolean {
  return kind === 'import-statement';
}

function isLoaded(later: string): (one: Import) => boolean {
  return ({ path }) => path !== later;
}

/** Files that those at start load on demand, without the one for later. */
function entriesFrom(outputs: Outputs, atStart: ReadonlySet<string>, later: string): string[] {
  return [...atStart]
    .flatMap(file => outputs[file]?.imports ?? [])
    .filter(one => one.kind === 'dynamic-import' && one.path !== later)
    .map(({ path }) => path);
}

function reach(
  outputs: Outputs,
  from: readonly string[],
  follows: (one: Import) => boolean,
): Set<string> {
  const known = new Set<string>();
  const visit = (file: string): void => {
    if (!known.has(file) && file in outputs) {
      known.add(file);
      for (const { path } of outputs[file]?.imports.filter(follows) ?? []) {
        visit(path);
      }
    }
  };
  for (const file of from) {
    visit(file);
  }
  return known;
}
