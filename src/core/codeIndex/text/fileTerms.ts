import { commentParts } from './commentParts';
import { definedName } from './definedName';
import type { TermTable } from './termTable';

/** Parts of a file by which its terms count. */
export type Field = 'name' | 'folder' | 'definition' | 'comment' | 'code';

/** How much one occurrence counts. */
export const fieldWeights: Readonly<Record<Field, number>> = {
  name: 9,
  folder: 2,
  definition: 4,
  comment: 1.2,
  code: 1,
};

/** Terms of one file with the sums of their weights. */
export interface FileTerms {
  readonly weights: ReadonlyMap<number, number>;
  /** Identifiers in the file. */
  readonly length: number;
}

/** Receives the terms of one identifier. `line` is 0-based; -1 for those of the path. */
type Take = (terms: readonly number[], field: Field, line: number) => void;

/** Returns the terms of a whole file. */
export function fileTerms(path: string, text: string, table: TermTable): FileTerms {
  const weights = new Map<number, number>();
  let length = 0;
  eachTerm(path, linesOf(text), table, (terms, field) => {
    length += 1;
    const weight = fieldWeights[field];
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight);
  });
  return { weights, length };
}

/**
 * Calls `take` with the terms of a path and a text.
 * @param path relative to its root, with forward slashes
 * @returns lines that define something
 */
export function eachTerm(
  path: string,
  lines: readonly string[],
  table: TermTable,
  take: Take,
): readonly number[] {
  const slash = path.lastIndexOf('/');
  table.each(path.slice(slash + 1).replace(/\.\w+$/, ''), terms => take(terms, 'name', -1));
  if (slash > 0) table.each(path.slice(0, slash), terms => take(terms, 'folder', -1));
  const defining: number[] = [];
  for (const [line, { code, comment }] of commentParts(lines, path).entries()) {
    if (comment !== '') table.each(comment, terms => take(terms, 'comment', line));
    if (code === '') continue;
    table.each(code, terms => take(terms, 'code', line));
    const name = definedName(code);
    if (name === undefined) continue;
    defining.push(line);
    table.each(name, terms => take(terms, 'definition', line));
  }
  return defining;
}

export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
