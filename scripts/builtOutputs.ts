import type { Metafile } from 'esbuild';

/** Built files by path, with what each contains and imports. */
export type Outputs = Metafile['outputs'];

type Import = Outputs[string]['imports'][number];

/** The imported file runs before the one that imports it. */
export function isStatic({ kind }: Import): boolean {
  return kind === 'import-statement';
}

/** The imported file is loaded on demand. */
export function isDynamic({ kind }: Import): boolean {
  return kind === 'dynamic-import';
}

/** Returns `from` and all built files to which imports of the given kind lead from there. */
export function reach(
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
