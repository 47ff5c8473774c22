import type { Token, Tokens } from 'marked';

/** Top-level block. Blocks are immutable: a changed block is a new object. */
export type Block = TokenBlock | ListBlock | CodeBlockData;

interface Place {
  /** Offsets into the text with `\n` line ends; `end` excludes trailing blank lines. */
  readonly start: number;
  readonly end: number;
}

interface TokenBlock extends Place {
  readonly kind: 'token';
  readonly token: Token;
}

export interface ListBlock extends Place {
  readonly kind: 'list';
  readonly ordered: boolean;
  readonly first: number;
  readonly loose: boolean;
  readonly groups: Groups<Tokens.ListItem>;
}

export interface CodeBlockData extends Place {
  readonly kind: 'code';
  readonly info: string;
  readonly lines: Groups<string>;
  /** True if more lines may follow. */
  readonly open: boolean;
}

/** List in groups of fixed size; full groups keep their identity when items are appended. */
export type Groups<T> = readonly (readonly T[])[];

export const chunkSize = 32;
export const itemGroupSize = 32;
export const lineGroupSize = 64;

export function appendToGroups<T>(groups: Groups<T>, items: readonly T[], size: number): Groups<T> {
  if (items.length === 0) {
    return groups;
  }
  const result = groups.slice();
  let open = result.length > 0 ? (result[result.length - 1] ?? []) : [];
  if (open.length > 0 && open.length < size) {
    result.pop();
  } else {
    open = [];
  }
  let next = 0;
  while (next < items.length) {
    const taken = items.slice(next, next + size - open.length);
    next += taken.length;
    result.push(open.length > 0 ? open.concat(taken) : taken);
    open = [];
  }
  return result;
}

export function groupsLength<T>(groups: Groups<T>, size: number): number {
  return groups.length === 0
    ? 0
    : (groups.length - 1) * size + (groups[groups.length - 1]?.length ?? 0);
}

/**
 * Decides from its items whether a list is loose: an item other than the last ends in a blank line,
 * or an item has a blank line between its blocks.
 */
export function isLoose(items: readonly Tokens.ListItem[]): boolean {
  return items.some(
    (item, index) =>
      (index < items.length - 1 && /\n[ \t]*\n[ \t]*$/.test(item.raw)) ||
      item.tokens.some(token => token.type === 'space' && /\n.*\n/.test(token.raw)),
  );
}
